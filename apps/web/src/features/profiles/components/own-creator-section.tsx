import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorView } from '@vlam/contract/profiles';
import ExternalLink from 'lucide-react/icons/external-link';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Stat, StatRow } from '../../../components/ui/stat.tsx';
import { messageOf } from '../../../lib/api.ts';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { toastError } from '../../../lib/toast.ts';
import { useUpdateProfile } from '../own-api.ts';
import { IdentityChecklist } from './identity-checklist.tsx';
import { PriceRequest } from './price-request.tsx';
import { SubscriptionSales } from './subscription-sales.tsx';

interface OwnCreatorSectionProps {
  creator: CreatorView;
  showEarnings: boolean;
  onEdit(): void;
}

/** The creator's own figures and terms, with a link to the public page. */
export function OwnCreatorSection({ creator, showEarnings, onEdit }: OwnCreatorSectionProps) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const save = useUpdateProfile();
  // Optimistic while saving; the response or an error replaces it.
  const shown = save.isPending ? (save.variables.showEarnings ?? showEarnings) : showEarnings;
  const toggle = (visible: boolean) => {
    if (save.isPending) return;
    save.mutate(
      { showEarnings: visible },
      { onError: (error) => toastError(t`Error`, messageOf(error) ?? t`This was not saved. Please try again.`) },
    );
  };
  return (
    <>
      <p>
        <span className="num text-[min(3.5rem,18vw)] xs:text-[min(4.5rem,18.5vw)]">
          {formatRand(Math.floor(creator.totalEarnings ?? 0))}
        </span>{' '}
        <span className="text-muted">
          <Trans>earned</Trans>
        </span>
      </p>
      <StatRow className="mt-5">
        <Stat label={<Trans>Subscribers</Trans>} value={formatNumber(creator.subscriberCount)} />
        <Stat label={<Trans>Followers</Trans>} value={formatNumber(creator.followerCount)} />
        <Stat label={<Trans>Content</Trans>} value={formatNumber(creator.contentCount)} />
      </StatRow>
      <dl className="mt-6 border-line border-t">
        <Row label={t`Category`}>{creator.category}</Row>
        <Row label={t`Monthly price`}>{formatRand(creator.subscriptionPrice)}</Row>
        <Row label={t`Joined`}>{formatDate(creator.createdAt, language)}</Row>
      </dl>
      <SubscriptionSales />
      <IdentityChecklist />
      <PriceRequest />
      <Switch
        checked={shown}
        onChange={toggle}
        label={<Trans>Show my earnings</Trans>}
        description={<Trans>Others see the total on your creator page.</Trans>}
        className="border-line border-b"
      />
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/create" className={buttonStyle({ variant: 'primary', className: 'max-sm:basis-full' })}>
          <Plus size={18} />
          <Trans>Create</Trans>
        </Link>
        <Link to="/profile/:id" params={{ id: creator.id }} className={buttonStyle({ className: phoneButtonWidth })}>
          <ExternalLink size={18} strokeWidth={1.75} />
          <Trans>Public page</Trans>
        </Link>
        <Button icon={<Pencil size={18} strokeWidth={1.75} />} className={phoneButtonWidth} onClick={onEdit}>
          <Trans>Edit offer</Trans>
        </Button>
      </div>
    </>
  );
}

/** On phones: two buttons side by side below the first. */
const phoneButtonWidth = 'max-sm:flex-1 max-sm:px-3!';

function Row({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-4 border-line border-b py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
