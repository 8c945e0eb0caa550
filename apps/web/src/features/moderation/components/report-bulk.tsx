import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { BulkBar } from '../../../components/staff-lists/bulk-bar.tsx';
import { BulkNotice } from '../../../components/staff-lists/bulk-notice.tsx';
import type { Chosen } from '../../../components/staff-lists/use-chosen.ts';
import { Button } from '../../../components/ui/button.tsx';
import { api } from '../../../lib/api.ts';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type Report, refreshReports } from '../api.ts';
import type { BulkDecision } from './report-bulk-sheet.tsx';

const ReportBulkSheet = lazyPart(() => import('./report-bulk-sheet.tsx').then((module) => module.ReportBulkSheet));

interface ReportBulkProps {
  chosen: Chosen<Report>;
  isExporting: boolean;
  onExport(): void;
  /** After a decision: choosing ends. */
  onDone(): void;
}

/** What is done with the chosen reports, and what the last decision did: the notice, and the bar with its sheet. */
export function useReportBulk({ chosen, isExporting, onExport, onDone }: ReportBulkProps): [ReactNode, ReactNode] {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [asked, setAsked] = useState<BulkDecision | null>(null);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const reports = [...chosen.rows.values()];
  const nameOf = ({ reason, about }: Report) =>
    about ? `${i18n._(reportReasonNames[reason])}, ${about.displayName}` : i18n._(reportReasonNames[reason]);
  const decide = useMutation({
    mutationFn: (body: { decision: BulkDecision; reportIds: string[]; text: string }) => api.bulkReports({ body }),
    onSuccess() {
      setNames(new Map(reports.map((report) => [report.id, nameOf(report)])));
      chosen.clear();
      setAsked(null);
      onDone();
    },
    onError: fail,
    onSettled: () => refreshReports(client),
  });
  const undo = useMutation({
    mutationFn: (id: string) => api.undoReports({ params: { id } }),
    onSettled: () => refreshReports(client),
  });
  const { data: outcome, variables, reset } = decide;
  const count = outcome?.done.length ?? 0;
  return [
    outcome ? (
      <BulkNotice
        key={outcome.batchId}
        outcome={outcome}
        said={
          variables?.decision === 'resolved' ? (
            <Plural value={count} one="# report resolved" other="# reports resolved" />
          ) : (
            <Plural value={count} one="# report dismissed" other="# reports dismissed" />
          )
        }
        names={names}
        undo={undo}
        onClose={reset}
      />
    ) : null,
    <>
      {reports.length > 0 ? (
        <BulkBar
          label={t`Chosen reports`}
          count={reports.length}
          exporting={isExporting}
          onExport={onExport}
          onClear={chosen.clear}
        >
          <Button size="sm" variant="bone" onClick={() => setAsked('dismissed')} aria-haspopup="dialog">
            <Trans>Dismiss…</Trans>
          </Button>
          <Button size="sm" onClick={() => setAsked('resolved')} aria-haspopup="dialog">
            <Trans>Resolve…</Trans>
          </Button>
        </BulkBar>
      ) : null}
      {asked ? (
        <Suspense fallback={null}>
          <ReportBulkSheet
            decision={asked}
            rows={reports.map((report) => ({ id: report.id, name: nameOf(report) }))}
            busy={decide.isPending}
            onClose={() => setAsked(null)}
            onConfirm={(text) => decide.mutate({ decision: asked, reportIds: reports.map(({ id }) => id), text })}
          />
        </Suspense>
      ) : null}
    </>,
  ];
}
