import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import type { TonightRequest } from '../api.ts';

/** Replies to the member's own request for tonight. */
export function AnswersSheet({ request, onClose }: { request: TonightRequest; onClose(): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('tonightResponses', { params: { id: request.id }, query: { limit: '50' } }),
    staleTime: 0,
  });
  return (
    <Sheet open onClose={onClose} title={<Trans>Answers</Trans>} intro={`“${request.text}”`}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={t`Loading answers`}>
          <SkeletonRows count={2} />
        </Loading>
      ) : (
        <ul>
          {data.items.map(({ id, person, message, createdAt }) => (
            <li key={id} className="flex gap-3 border-line border-t py-4 first:border-t-0">
              <Avatar src={person.avatarUrl} size={48} online={person.isOnline} />
              <div className="min-w-0 flex-1">
                <p>
                  <Link to="/profile/:id" params={{ id: person.id }} className="font-semibold hover:text-ember-text">
                    {person.age === null ? person.displayName : `${person.displayName}, ${person.age}`}
                  </Link>{' '}
                  <span className="text-faint text-meta">
                    <PostedAge at={createdAt} rule="feed" />
                  </span>
                </p>
                <p className="mt-1 break-words text-muted">{message}</p>
                <div className="mt-2 flex items-center gap-2">
                  <Link
                    to="/chat/:id"
                    params={{ id: person.id }}
                    aria-label={t`Chat with ${person.displayName}`}
                    className={buttonStyle({ size: 'sm' })}
                  >
                    <Trans>Chat</Trans>
                  </Link>
                  <SafetyMenu person={person} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
