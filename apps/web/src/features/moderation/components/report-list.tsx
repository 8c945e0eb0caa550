import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { reportClasses } from '@vlam/contract/rules/clocks';
import { reportReasons } from '@vlam/contract/rules/meeting';
import { useState } from 'react';
import { ChooseButtons, useChoosing } from '../../../components/staff-lists/choose-buttons.tsx';
import type { ListFilter } from '../../../components/staff-lists/list-filter.ts';
import { ListTools } from '../../../components/staff-lists/list-tools.tsx';
import { KeyHint, QueueList } from '../../../components/staff-lists/queue-list.tsx';
import { useExport } from '../../../components/staff-lists/use-export.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import { go, useSearchParams } from '../../../lib/router.tsx';
import type { Report, ReportStatus } from '../api.ts';
import { reportClassLabels, reportStatusLabels, reportTargetLabels } from '../labels.ts';
import { isBulkDecidable, readReportFilter, reportStatuses, reportTargets } from '../report-filter.ts';
import { useReportBulk } from './report-bulk.tsx';
import { ReportDecision } from './report-decision.tsx';
import type { EvidenceProps } from './report-evidence.tsx';
import { ReportFilter } from './report-filter.tsx';
import { ReportRow } from './report-row.tsx';

/** Reports by status; pending ones with the least time left first. The filter stands in the address. */
export function ReportList({
  initialStatus,
  renderFiles,
}: { initialStatus: ReportStatus } & Pick<EvidenceProps, 'renderFiles'>) {
  const { t, i18n } = useLingui();
  const filter = readReportFilter(useSearchParams());
  const { status: _, ...rest } = filter;
  const status = reportStatuses.find((each) => each === filter.status) ?? initialStatus;
  const { class: chosenClass, ...others } = rest;
  const [open, setOpen] = useState<Report | null>(null);
  const choosing = useChoosing(isBulkDecidable);
  const { chosen } = choosing;
  const [startExport, isExporting] = useExport('/api/admin/reports/export.csv', 'vlam-reports.csv');
  const [notice, bar] = useReportBulk({
    choosing,
    isExporting,
    onExport: () => startExport({ ids: [...chosen.rows.keys()].join(',') }),
  });
  const isPending = status === 'pending';
  const { data, error, refetch } = useQuery(queryOf('listReports', { query: { ...rest, status } }));
  const show = (next: ListFilter) => {
    choosing.stop();
    go({ to: '/admin/reports', search: next, replace: true });
  };
  const decidable = data?.filter(isBulkDecidable) ?? [];
  const alone = (data?.length ?? 0) - decidable.length;
  return (
    <div className={chosen.rows.size > 0 ? 'pb-28' : ''}>
      <ChipRow label={t`Reports`}>
        {reportStatuses.map((each) => (
          <Chip
            key={each}
            pressed={status === each}
            onClick={() => show(each === 'pending' ? rest : { ...rest, status: each })}
          >
            {i18n._(reportStatusLabels[each])}
          </Chip>
        ))}
      </ChipRow>
      {isPending ? (
        <ReportFilter
          chosen={reportClasses.find((name) => name === chosenClass)}
          onChoose={(name) => show({ ...others, ...(name ? { class: name } : {}) })}
        />
      ) : null}
      <ListTools
        list="reports"
        filter={filter}
        fields={[
          {
            name: 'status',
            label: t`Status`,
            options: reportStatuses.map((value) => ({ value, label: i18n._(reportStatusLabels[value]) })),
          },
          {
            name: 'class',
            label: t`Class`,
            options: reportClasses.map((value) => ({ value, label: i18n._(reportClassLabels[value]) })),
          },
          {
            name: 'reason',
            label: t`Reason`,
            options: reportReasons.map((value) => ({ value, label: i18n._(reportReasonNames[value]) })),
          },
          {
            name: 'target',
            label: t`What`,
            options: reportTargets.map((value) => ({ value, label: i18n._(reportTargetLabels[value]) })),
          },
          { name: 'late', label: t`Time`, options: [{ value: 'true', label: t`Late` }] },
        ]}
        onShow={show}
        isChoosing={choosing.isOn}
        exports={{ isExporting, start: () => startExport({ ...rest, status }) }}
      >
        {isPending ? <ChooseButtons choosing={choosing} rows={decidable} /> : null}
      </ListTools>
      {choosing.isOn && alone > 0 ? (
        <p className="mt-2 text-muted text-sm">
          <Plural
            value={alone}
            one="# report is decided on its own: it is about somebody under 18, or you are part of it."
            other="# reports are decided on their own: they are about somebody under 18, or you are part of them."
          />
        </p>
      ) : null}
      {notice}
      <div className="mt-5">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label={t`Loading reports`}>
            <SkeletonRows />
          </Loading>
        ) : data.length === 0 ? (
          <Nothing isFiltered={Object.keys(rest).length > 0} isPending={isPending} onClear={() => show({})} />
        ) : (
          <QueueList
            label={t`Reports`}
            className="rise border-line border-t"
            rowKeys={{ x: (index) => choosing.toggle(data[index]) }}
            hint={
              isPending ? (
                <KeyHint keys={['X']}>
                  <Trans>choose it</Trans>
                </KeyHint>
              ) : null
            }
          >
            {data.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                onOpen={() => setOpen(report)}
                {...choosing.choiceOf(report)}
              />
            ))}
          </QueueList>
        )}
      </div>
      {bar}
      {open ? (
        <ReportDecision key={open.id} report={open} renderFiles={renderFiles} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}

function Nothing({ isFiltered, isPending, onClear }: { isFiltered: boolean; isPending: boolean; onClear(): void }) {
  if (isFiltered)
    return (
      <EmptyState
        title={<Trans>Nothing matches</Trans>}
        text={<Trans>Try another filter.</Trans>}
        action={
          <Button variant="bone" onClick={onClear}>
            <Trans>Clear all</Trans>
          </Button>
        }
      />
    );
  return (
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
  );
}
