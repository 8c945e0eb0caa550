import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { type Report, refreshReports } from '../api.ts';
import type { BulkDecision } from './report-bulk-sheet.tsx';
import { type BulkProps, useBulk } from './use-bulk.tsx';

const ReportBulkSheet = lazyPart(() => import('./report-bulk-sheet.tsx').then((module) => module.ReportBulkSheet));

type Body = Parameters<typeof api.bulkReports>[0]['body'];

/** What is done with the chosen reports. */
export function useReportBulk(bulk: BulkProps<Report>): [ReactNode, ReactNode] {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  return useBulk<Report, BulkDecision, Body>(bulk, {
    label: t`Chosen reports`,
    rows: [...bulk.choosing.chosen.rows.values()].map(({ id, reason, about }) => {
      const name = i18n._(reportReasonNames[reason]);
      return { id, name: about ? `${name}, ${about.displayName}` : name };
    }),
    choices: [
      { decision: 'dismissed', text: <Trans>Dismiss…</Trans> },
      { decision: 'resolved', text: <Trans>Resolve…</Trans> },
    ],
    calls: {
      send: (body) => api.bulkReports({ body }),
      undo: (id) => api.undoReports({ params: { id } }),
      refresh: () => refreshReports(client),
      summary: ({ decision }, count) =>
        decision === 'resolved' ? (
          <Plural value={count} one="# report resolved" other="# reports resolved" />
        ) : (
          <Plural value={count} one="# report dismissed" other="# reports dismissed" />
        ),
    },
    sheet: ({ onConfirm, ...sheet }) => (
      <ReportBulkSheet
        {...sheet}
        onConfirm={(text) => onConfirm({ decision: sheet.decision, reportIds: sheet.rows.map(({ id }) => id), text })}
      />
    ),
  });
}
