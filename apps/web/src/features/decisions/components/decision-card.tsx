import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { decisionActionLabels, ruleLabels } from '../../../components/staff-lists/rule-labels.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { OwnDecision } from '../api.ts';
import { effectLabels, evidenceLabels } from '../labels.ts';

/** A statement of reasons: what was done, under which rule, by which role, what it means, and the appeal. */
export function DecisionCard({ decision, onAppeal }: { decision: OwnDecision; onAppeal(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const day = (at: string) => formatDate(at, language);
  const { appeal, strikes, strikesUntil, appealUntil } = decision;
  const isReversed = appeal?.state === 'reversed';
  return (
    <article className="rounded-md bg-surface-1 p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="d4 wrap-anywhere">
          {i18n._(decisionActionLabels[decision.action])}
          {decision.subject ? `: ${decision.subject}` : null}
        </h2>
        <p className="text-faint text-meta tabular-nums">{day(decision.decidedAt)}</p>
      </div>
      <p className="mt-2 wrap-anywhere">{decision.reason}</p>
      <dl className="mt-3">
        <CostRow label={<Trans>Rule</Trans>}>{i18n._(ruleLabels[decision.rule])}</CostRow>
        <CostRow label={<Trans>Based on</Trans>}>{i18n._(evidenceLabels[decision.evidence])}</CostRow>
        <CostRow label={<Trans>Decided by</Trans>}>
          {decision.isAutomatic ? <Trans>A program</Trans> : <Trans>A moderator</Trans>}
        </CostRow>
        <CostRow label={<Trans>What it means</Trans>}>
          {isReversed ? (
            <Trans>Nothing any more: the decision was reversed.</Trans>
          ) : (
            i18n._(effectLabels[decision.action])
          )}
        </CostRow>
        {strikes > 0 && strikesUntil ? (
          <CostRow label={<Trans>Counts</Trans>}>
            <Plural value={strikes} one="1 strike" other="# strikes" />, <Trans>until {day(strikesUntil)}</Trans>
          </CostRow>
        ) : null}
      </dl>
      {appeal ? (
        <div className="mt-3 border-line border-t pt-3">
          <p className="flex flex-wrap items-center gap-2">
            {appeal.state === 'open' ? (
              <Tag tone="warning">
                <Trans>Appealed</Trans>
              </Tag>
            ) : isReversed ? (
              <Tag tone="online">
                <Trans>Reversed</Trans>
              </Tag>
            ) : (
              <Tag tone="neutral">
                <Trans>Upheld</Trans>
              </Tag>
            )}
            <span className="text-faint text-meta">
              {appeal.state === 'open' ? (
                <Trans>Answered by {day(appeal.dueAt)}</Trans>
              ) : appeal.answeredAt ? (
                day(appeal.answeredAt)
              ) : null}
            </span>
          </p>
          <p className="mt-2 wrap-anywhere text-muted text-sm">{appeal.answer ?? appeal.text}</p>
        </div>
      ) : appealUntil ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={onAppeal}>
            <Trans>Appeal</Trans>
          </Button>
          <p className="text-faint text-meta">
            <Trans>Until {day(appealUntil)}. Another moderator decides.</Trans>
          </p>
        </div>
      ) : null}
    </article>
  );
}
