import { Trans, useLingui } from '@lingui/react/macro';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Code } from '../../../components/ui/code.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { wordsOf } from '../words-of.ts';
import type { AuditEntry } from './api.ts';
import { actionLabels, targetLabels } from './labels.ts';

/** One row of the audit log, whole. */
export function AuditSheet({ row, onClose }: { row: AuditEntry; onClose(): void }) {
  const { i18n } = useLingui();
  const action = actionLabels[row.action];
  const target = targetLabels[row.targetType];
  const language = useStore(languageStore);
  const facts = Object.entries(row.details);
  return (
    <Sheet open onClose={onClose} title={action ? i18n._(action) : wordsOf(row.action)}>
      <dl>
        <CostRow label={<Trans>Action</Trans>}>
          <Code>{row.action}</Code>
        </CostRow>
        <CostRow label={<Trans>Row</Trans>}>{row.number}</CostRow>
        <CostRow label={<Trans>When</Trans>}>
          {formatDate(row.at, language)}, {formatTime(row.at)}
        </CostRow>
        <CostRow label={<Trans>Who</Trans>}>
          {row.actor.name}
          <span className="block break-all font-normal text-faint text-meta">{row.actor.id}</span>
        </CostRow>
        <CostRow label={<Trans>Target</Trans>}>
          {target ? i18n._(target) : wordsOf(row.targetType)}
          <span className="block break-all font-normal text-faint text-meta">{row.targetId}</span>
        </CostRow>
        {row.reason ? <CostRow label={<Trans>Reason</Trans>}>{row.reason}</CostRow> : null}
        {facts.map(([name, value]) => (
          <CostRow key={name} label={wordsOf(name)}>
            <span className="break-all">{String(value)}</span>
          </CostRow>
        ))}
        <CostRow label={<Trans>Hash</Trans>}>
          <span className="break-all font-normal text-meta">{row.hash}</span>
        </CostRow>
      </dl>
    </Sheet>
  );
}
