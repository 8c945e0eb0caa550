import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { mutesQuery, useMute } from '../../../lib/mute.ts';
import { useStore } from '../../../lib/store.ts';

/** Muted people; each can be unmuted, and muted again by Undo. */
export function MutedSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery({ ...mutesQuery, enabled: open });
  const mute = useMute();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Muted people</Trans>}
      intro={
        <Trans>Nothing they do notifies you: no message, call, flame, gift or post. They see you as before.</Trans>
      }
    >
      {error && !data ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={t`Loading`}>
          <SkeletonRows count={2} />
        </Loading>
      ) : data.length === 0 ? (
        <p className="text-muted">
          <Trans>You have not muted anyone. You can mute people from their profile and from a chat.</Trans>
        </p>
      ) : (
        <ul>
          {data.map(({ id, displayName, avatarUrl, mutedAt }) => (
            <li key={id} className="flex items-center gap-3 border-line border-t py-2.5 first:border-t-0">
              <Avatar src={avatarUrl} />
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere font-semibold">{displayName}</span>
                {mutedAt ? <span className="text-faint text-meta">{formatDate(mutedAt, language)}</span> : null}
              </span>
              <Button
                size="sm"
                aria-label={t`Unmute ${displayName}`}
                busy={mute.isPending && mute.variables.person.id === id}
                busyLabel={<Trans>Unmuting</Trans>}
                onClick={() => mute.mutate({ person: { id, displayName }, muted: false })}
              >
                <Trans>Unmute</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
