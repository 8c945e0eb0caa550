import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type Answer, api, codeOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useEndOtherSessions } from '../sessions-api.ts';

type Session = Answer<'listSessions'>[number];
const sessionsQuery = queryOf('listSessions');

/** Section of the own profile: the account's sessions; each can be ended. */
export function Sessions() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions((count) =>
    toast({
      title: t`Signed out everywhere else`,
      text: plural(count, { one: '# session ended', other: '# sessions ended' }),
    }),
  );
  return (
    <Section id="sessions" title={<Trans>Where you're signed in</Trans>}>
      {data ? (
        <>
          <ul>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {data.length > 1 ? (
            <Button
              full
              className="mt-2"
              onClick={() => endOthers.mutate()}
              busy={endOthers.isPending}
              busyLabel={<Trans>Ending</Trans>}
            >
              <Trans>End all others</Trans>
            </Button>
          ) : null}
        </>
      ) : error ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading`}>
          <SkeletonRows count={2} />
        </Loading>
      )}
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const client = useQueryClient();
  const { id, device, current } = session;
  const removeFromList = () =>
    client.setQueryData<Session[]>(sessionsQuery.queryKey, (sessions) => sessions?.filter((each) => each.id !== id));
  const end = useMutation({
    mutationFn: () => api.endSession({ params: { id } }),
    onSuccess: () => {
      removeFromList();
      toast({ title: t`Signed out`, text: device });
    },
    onError: (error) => {
      // Already ended.
      if (codeOf(error) === 'NOT_FOUND') removeFromList();
      else toastError(t`Error`, messageOf(error) ?? t`It is still signed in. Check your connection and try again.`);
    },
  });
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor;
  const seen = `${formatDate(session.lastSeenAt, language)}, ${formatTime(session.lastSeenAt)}`;
  return (
    <li className="flex min-h-15 items-center gap-3 border-line border-t py-2.5 first:border-t-0">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-field bg-surface-2 text-muted">
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device}
          {current ? (
            <Tag tone="online">
              <Trans>This device</Trans>
            </Tag>
          ) : null}
        </p>
        <p className="text-faint text-meta tabular-nums">
          {current ? <Trans>Active now</Trans> : <Trans>Last active {seen}</Trans>}
        </p>
      </div>
      {current ? (
        <Link to="/logout" className={buttonStyle({ size: 'sm' })}>
          <Trans>Log out</Trans>
        </Link>
      ) : (
        <Button
          size="sm"
          aria-label={t`Sign out ${device}`}
          onClick={() => end.mutate()}
          busy={end.isPending}
          busyLabel={<Trans>Ending</Trans>}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
