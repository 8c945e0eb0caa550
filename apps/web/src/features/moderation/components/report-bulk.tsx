import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { BulkBar } from '../../../components/staff-lists/bulk-bar.tsx';
import type { Choosing } from '../../../components/staff-lists/choose-buttons.tsx';
import { useBulkRun } from '../../../components/staff-lists/use-bulk-run.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { api } from '../../../lib/api.ts';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { type Report, refreshReports } from '../api.ts';
import type { BulkDecision } from './report-bulk-sheet.tsx';

const ReportBulkSheet = lazyPart(() => import('./report-bulk-sheet.tsx').then((module) => module.ReportBulkSheet));

type Body = Parameters<typeof api.bulkReports>[0]['body'];

interface ReportBulkProps {
  choosing: Choosing<Report>;
  isExporting: boolean;
  onExport(): void;
}

/** What is done with the chosen reports: what the last decision did, and the bar with its sheet. */
export function useReportBulk({ choosing, isExporting, onExport }: ReportBulkProps): [ReactNode, ReactNode] {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [asked, setAsked] = useState<BulkDecision | null>(null);
  const reports = [...choosing.chosen.rows.values()];
  const rows = reports.map(({ id, reason, about }) => {
    const name = i18n._(reportReasonNames[reason]);
    return { id, name: about ? `${name}, ${about.displayName}` : name };
  });
  const { run, isRunning, notice } = useBulkRun<Body>({
    send: (body) => api.bulkReports({ body }),
    undo: (id) => api.undoReports({ params: { id } }),
    refresh: () => refreshReports(client),
    said: ({ decision }, count) =>
      decision === 'resolved' ? (
        <Plural value={count} one="# report resolved" other="# reports resolved" />
      ) : (
        <Plural value={count} one="# report dismissed" other="# reports dismissed" />
      ),
  });
  const finish = () => {
    setAsked(null);
    choosing.stop();
  };
  return [
    notice,
    <>
      {rows.length > 0 ? (
        <BulkBar
          label={t`Chosen reports`}
          count={rows.length}
          exporting={isExporting}
          onExport={onExport}
          onClear={choosing.chosen.clear}
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
            rows={rows}
            busy={isRunning}
            onClose={() => setAsked(null)}
            onConfirm={(text) =>
              run(
                { decision: asked, reportIds: rows.map(({ id }) => id), text },
                new Map(rows.map(({ id, name }) => [id, name])),
                finish,
              )
            }
          />
        </Suspense>
      ) : null}
    </>,
  ];
}
