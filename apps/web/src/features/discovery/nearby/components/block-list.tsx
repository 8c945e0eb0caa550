import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { messageOf, queryOf } from '../../../../lib/api.ts';
import { formatDate } from '../../../../lib/format.ts';
import { languageStore } from '../../../../lib/language.ts';
import { useStore } from '../../../../lib/store.ts';
import { toastError } from '../../../../lib/toast.ts';
import { useUnblock } from '../api.ts';

/** Blocked members; each can be unblocked. */
export function BlockList() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, error } = useQuery(queryOf('listBlocks'));
  const unblock = useUnblock({ onError: (failed) => toastError(t`This was not changed`, messageOf(failed)) });
  return (
    <section aria-labelledby="blocked-people">
      <h3 id="blocked-people" className="font-semibold">
        <Trans>Blocked people</Trans>
      </h3>
      {error && !data ? (
        <p className="mt-1 text-muted text-sm">{messageOf(error) ?? t`The list didn't load.`}</p>
      ) : data && data.length > 0 ? (
        <ul className="mt-2">
          {data.map(({ id, displayName, avatarUrl, blockedAt }) => (
            <li key={id} className="flex items-center gap-3 border-line border-t py-2.5 first:border-t-0">
              <Avatar src={avatarUrl} />
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere font-semibold">{displayName}</span>
                <span className="text-faint text-meta">{formatDate(blockedAt, language)}</span>
              </span>
              <Button
                size="sm"
                aria-label={t`Unblock ${displayName}`}
                busy={unblock.isPending && unblock.variables === id}
                busyLabel={<Trans>Unblocking</Trans>}
                onClick={() => unblock.mutate(id)}
              >
                <Trans>Unblock</Trans>
              </Button>
            </li>
          ))}
        </ul>
      ) : data ? (
        <p className="mt-1 text-muted text-sm">
          <Trans>You have not blocked anyone. You can block people from their profile.</Trans>
        </p>
      ) : null}
    </section>
  );
}
