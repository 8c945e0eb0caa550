import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { codeOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { LinkedText } from './linked-text.tsx';
import { SignInLink } from './test-welcome.tsx';

/** Mail a demo would have sent, newest first. */
export function DemoOutbox() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const outbox = useQuery({ ...queryOf('demoOutbox'), staleTime: 0 });

  if (codeOf(outbox.error) === 'NOT_FOUND')
    return (
      <EmptyState
        heading="h1"
        title={<Trans>No outbox here</Trans>}
        text={<Trans>It exists only while the sample world is on, and opens only on the machine that runs it.</Trans>}
        action={<SignInLink />}
      />
    );
  return (
    <>
      <PageTitle
        lead={<Trans>Mail this demo would have sent. It never leaves this server.</Trans>}
        aside={
          <Button
            icon={<RefreshCw size={18} />}
            onClick={() => void outbox.refetch()}
            busy={outbox.isFetching && !outbox.isPending}
            busyLabel={<Trans>Refreshing</Trans>}
          >
            <Trans>Refresh</Trans>
          </Button>
        }
      >
        <Trans>Demo outbox</Trans>
      </PageTitle>
      {outbox.data?.length === 0 ? (
        <EmptyState
          title={<Trans>Nothing sent yet</Trans>}
          text={<Trans>Sign up or ask for a password link, and the mail lands here.</Trans>}
        />
      ) : outbox.data ? (
        <ul className="mt-6 max-w-[720px]">
          {outbox.data.map((mail) => (
            <li key={mail.id} className="border-line border-t py-5 first:border-t-0">
              <article>
                <h2 className="d4">{mail.subject}</h2>
                <p className="mt-1 break-words text-faint text-meta tabular-nums">
                  <Trans>To {mail.to}</Trans>
                  {' · '}
                  <time dateTime={mail.sentAt}>
                    {formatDate(mail.sentAt, language)}, {formatTime(mail.sentAt)}
                  </time>
                </p>
                <LinkedText text={mail.text} className="mt-3 whitespace-pre-wrap break-words text-muted" />
              </article>
            </li>
          ))}
        </ul>
      ) : outbox.error ? (
        <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />
      ) : (
        <Loading label={t`Loading`} className="mt-6">
          <SkeletonRows count={4} />
        </Loading>
      )}
    </>
  );
}
