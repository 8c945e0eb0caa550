import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Eye from 'lucide-react/icons/eye';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { Report, ReportedMessage } from '../api.ts';

export interface EvidenceProps {
  report: Report;
  renderFiles(message: ReportedMessage): ReactNode;
}

/** Messages attached to a report. Fetched only after a tap, because the audit log records every access. */
export function ReportEvidence(props: EvidenceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="mt-6">
      <h3 className="d4">
        <Trans>What was said</Trans>
      </h3>
      {isOpen ? (
        <Messages {...props} />
      ) : (
        <>
          <p className="mt-1 text-muted text-sm">
            <Trans>Messages of a private chat, as they stood. That you opened them is kept in the audit log.</Trans>
          </p>
          <Button className="mt-3" onClick={() => setOpen(true)}>
            <Eye size={18} aria-hidden />
            <Trans>Show messages</Trans>
          </Button>
        </>
      )}
    </section>
  );
}

function Messages({ report, renderFiles }: EvidenceProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('openReport', { params: { id: report.id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading messages`}>
        <SkeletonRows />
      </Loading>
    );
  return (
    <ol className="mt-3 grid gap-2">
      {data.evidence.map((message) => (
        <Bubble key={message.id} message={message} name={report.about?.displayName} renderFiles={renderFiles} />
      ))}
    </ol>
  );
}

function Bubble({
  message,
  name,
  renderFiles,
}: Pick<EvidenceProps, 'renderFiles'> & { message: ReportedMessage; name: string | undefined }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [isShown, setShown] = useState(false);
  const { isTheirs, content, mediaType, media } = message;
  return (
    <li className={clsx('max-w-[85%] min-w-0', isTheirs ? 'justify-self-start' : 'justify-self-end')}>
      <p className={clsx('text-faint text-meta', !isTheirs && 'text-right')}>
        {isTheirs ? (name ?? t`Reported member`) : t`Other member`}, {formatDate(message.sentAt, language)}
      </p>
      <div
        className={clsx(
          'mt-0.5 rounded-card px-3.5 py-2.5',
          isTheirs ? 'rounded-tl-xs bg-surface-2' : 'rounded-tr-xs bg-surface-3',
        )}
      >
        {content ? <p className="wrap-anywhere whitespace-pre-line">{content}</p> : null}
        {mediaType && !media ? (
          <p className="text-muted text-sm">
            <Trans>The file is gone</Trans>
          </p>
        ) : null}
        {media && !isShown ? (
          <Button onClick={() => setShown(true)}>
            {mediaType === 'video' ? <Trans>Show video</Trans> : <Trans>Show photo</Trans>}
          </Button>
        ) : null}
        {isShown ? renderFiles(message) : null}
      </div>
    </li>
  );
}
