import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { useState } from 'react';
import { BulkSheet, type BulkSheetProps } from '../../../components/staff-lists/bulk-sheet.tsx';
import { RuleField } from '../../../components/staff-lists/rule-field.tsx';

export type ContentBulkDecision = 'approve' | 'refuse';

interface ContentBulkSheetProps extends Pick<BulkSheetProps, 'rows' | 'busy' | 'onClose'> {
  decision: ContentBulkDecision;
  onConfirm(reason: { reason: string; rule?: CommunityRule }): void;
}

/** The one reason with which several items are published or given back. */
export function ContentBulkSheet({ decision, onConfirm, ...sheet }: ContentBulkSheetProps) {
  const { t } = useLingui();
  const [rule, setRule] = useState<CommunityRule>('other');
  const count = sheet.rows.length;
  const refuses = decision === 'refuse';
  return (
    <BulkSheet
      {...sheet}
      title={
        refuses ? (
          <Plural value={count} one="Give # item back?" other="Give # items back?" />
        ) : (
          <Plural value={count} one="Publish # item?" other="Publish # items?" />
        )
      }
      intro={
        refuses ? (
          <Trans>They are drafts again at once. You can undo it for ten minutes; creators are told after that.</Trans>
        ) : (
          <Trans>They can be seen at once. You can undo it for ten minutes; nobody is told before.</Trans>
        )
      }
      action={refuses ? <Trans>Give {count} back</Trans> : <Trans>Publish {count}</Trans>}
      text={{
        label: refuses ? <Trans>Reason, which their creators read</Trans> : <Trans>Reason, for the audit log</Trans>,
        min: 1,
        missing: t`Say why`,
      }}
      onConfirm={(reason) => onConfirm(refuses ? { reason, rule } : { reason })}
    >
      {refuses ? <RuleField value={rule} onChange={setRule} /> : null}
    </BulkSheet>
  );
}
