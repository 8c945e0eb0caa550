import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReportClass } from '@vlam/contract/rules/clocks';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { DueClock, DueTag, DueText } from '../../../components/ui/due-clock.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { QueueList, queueRow } from '../../../components/ui/queue-list.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import type { Report, ReportStatus } from '../api.ts';
import { reportStatusLabels, reportTargetLabels } from '../labels.ts';
import { ReportDecision } from './report-decision.tsx';
import type { EvidenceProps } from './report-evidence.tsx';
import { ReportFilter } from './report-filter.tsx';

const statuses: readonly ReportStatus[] = ['pending', 'resolved', 'dismissed'];

/** Reports by status; pending ones with the least time left first. */
export function ReportList({
  initialStatus,
  renderFiles,
}: { initialStatus: ReportStatus } & Pick<EvidenceProps, 'renderFiles'>) {
  const { t, i18n } = useLingui();
  const [status, setStatus] = useState(initialStatus);
  const [open, setOpen] = useState<Report | null>(null);
  const [chosen, setChosen] = useState<ReportClass>();
  const isPending = status === 'pending';
  const { data, error, refetch } = useQuery(
    queryOf('listReports', { query: { status, ...(chosen && isPending ? { class: chosen } : {}) } }),
  );
  return (
    <>
      <ChipRow label={t`Reports`}>
        {statuses.map((each) => (
          <Chip key={each} pressed={status === each} onClick={() => setStatus(each)}>
            {i18n._(reportStatusLabels[each])}
          </Chip>
        ))}
      </ChipRow>
      {isPending ? <ReportFilter chosen={chosen} onChoose={setChosen} /> : null}
      <div className="mt-5">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label={t`Loading reports`}>
            <SkeletonRows />
          </Loading>
        ) : data.length === 0 ? (
          <EmptyState
            title={isPending ? <Trans>Nothing waits</Trans> : <Trans>Nothing decided yet</Trans>}
            text={
              isPending ? (
                <Trans>What members report is listed here, the least time left first.</Trans>
              ) : (
                <Trans>Decisions are kept here.</Trans>
              )
            }
          />
        ) : (
          <QueueList label={t`Reports`} className="rise border-line border-t">
            {data.map((report) => (
              <Row key={report.id} report={report} onOpen={() => setOpen(report)} />
            ))}
          </QueueList>
        )}
      </div>
      {open ? (
        <ReportDecision key={open.id} report={open} renderFiles={renderFiles} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

function Row({ report, onOpen }: { report: Report; onOpen(): void }) {
  const { i18n } = useLingui();
  const isOpen = report.status === 'pending';
  const due = { from: report.createdAt, due: report.dueAt };
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        className={`${queueRow} flex min-h-18 w-[calc(100%+24px)] items-center gap-x-4 py-3.5 text-left`}
      >
        {isOpen ? <DueClock {...due} className="max-[359px]:hidden" /> : null}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{i18n._(reportReasonNames[report.reason])}</span>
            {isOpen ? <DueTag {...due} /> : null}
          </span>
          <span className="block break-words text-muted text-sm">
            {i18n._(reportTargetLabels[report.targetType])}
            {report.about ? `, ${report.about.displayName}` : null}
          </span>
          <span className="block text-faint text-meta">
            {isOpen ? (
              <>
                <DueText due={report.dueAt} />
                {', '}
              </>
            ) : null}
            <PostedAge at={report.outcome?.at ?? report.createdAt} />
          </span>
        </span>
        <ChevronRight size={20} aria-hidden className="shrink-0 text-faint" />
      </button>
    </li>
  );
}
