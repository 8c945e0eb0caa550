import { Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { tipGoalPercent } from '@vlam/contract/rules/tip-goal';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { formatRand } from '../../../lib/format.ts';

/** Progress towards the tip goal: "R340 of R500" over a bar, capped at 100 %. */
export function TipGoal({ item }: { item: Pick<ContentView, 'tipGoal' | 'currentTips'> }) {
  const { t } = useLingui();
  if (item.tipGoal === null) return null;
  const percent = tipGoalPercent(item.currentTips, item.tipGoal);
  const now = formatRand(item.currentTips);
  const goal = formatRand(item.tipGoal);
  return (
    <div className="mt-3">
      <div className="mb-2 flex justify-between text-sm">
        <span className="text-muted">
          <Trans>Tip goal</Trans>
        </span>
        <span className="tabular-nums">
          <b className="font-semibold text-gold">{now}</b> <span className="text-faint">{t`of ${goal}`}</span>
        </span>
      </div>
      <ProgressBar tone="gold" value={percent / 100} label={t`Tip goal: ${now} of ${goal}`} />
    </div>
  );
}
