import { Trans, useLingui } from '@lingui/react/macro';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import type { ListedCreator } from '../../features/creators/api.ts';
import { CreatorGrid } from '../../features/creators/components/creator-grid.tsx';
import { Filters } from '../../features/creators/components/filters.tsx';
import { type CreatorFilter, readFilter, toSearch } from '../../features/creators/filter.ts';
import { useFollow } from '../../features/social/use-follow.ts';
import { go, Link, useSearchParams } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';

const change = (filter: CreatorFilter) => go({ to: '/creators', search: toSearch(filter), replace: true });

/** All creators, filtered by what the URL's query says. */
export function Route() {
  const filter = readFilter(useSearchParams());
  return (
    <>
      <PageTitle>
        <Trans>Creators</Trans>
      </PageTitle>
      <Filters filter={filter} onChange={change} />
      <div className="mt-5">
        <CreatorGrid filter={filter} onFilter={change} action={(creator) => <FollowButton creator={creator} />} />
      </div>
    </>
  );
}

function FollowButton({ creator }: { creator: ListedCreator }) {
  const { t } = useLingui();
  const user = useCurrentUser();
  const { toggle, isPending } = useFollow(creator);
  const { displayName, following } = creator;
  if (user?.creator?.id === creator.id)
    return (
      <Link to="/profile" className={buttonStyle({ size: 'sm' })}>
        <Trans>Your profile</Trans>
      </Link>
    );
  const Icon = following ? UserRoundCheck : UserRoundPlus;
  return (
    <Button
      size="sm"
      variant={following ? 'outline' : 'quiet'}
      aria-label={following ? t`Following ${displayName}` : t`Follow ${displayName}`}
      aria-pressed={following}
      icon={<Icon size={18} strokeWidth={1.75} className="max-xs:hidden" />}
      busy={isPending}
      onClick={toggle}
      className="px-1!"
    >
      {following ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}
