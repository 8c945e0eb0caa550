import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BulkSheet, type BulkSheetProps } from '../../../components/staff-lists/bulk-sheet.tsx';

export type BulkDecision = 'resolved' | 'dismissed';

/** The one text for the log with which several reports are resolved or dismissed. */
export function ReportBulkSheet({
  decision,
  ...sheet
}: Pick<BulkSheetProps, 'rows' | 'busy' | 'onConfirm' | 'onClose'> & { decision: BulkDecision }) {
  const { t } = useLingui();
  const count = sheet.rows.length;
  const resolves = decision === 'resolved';
  return (
    <BulkSheet
      {...sheet}
      title={
        resolves ? (
          <Plural value={count} one="Resolve # report?" other="Resolve # reports?" />
        ) : (
          <Plural value={count} one="Dismiss # report?" other="Dismiss # reports?" />
        )
      }
      intro={
        <Trans>You can undo it for ten minutes. Those who reported are told after that, and never who decided.</Trans>
      }
      action={resolves ? <Trans>Resolve {count}</Trans> : <Trans>Dismiss {count}</Trans>}
      text={{
        label: resolves ? <Trans>What was done</Trans> : <Trans>Why nothing is done</Trans>,
        aside: <Trans>for the log</Trans>,
        min: 3,
        missing: t`Please write a few words`,
      }}
    />
  );
}
