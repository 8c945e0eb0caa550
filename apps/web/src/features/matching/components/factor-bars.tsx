import { useLingui } from '@lingui/react/macro';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import type { Match } from '../api.ts';
import { factorLabels } from '../labels.ts';

/** Points of each factor out of its maximum by the member's weights. */
export function FactorBars({ factors }: { factors: Match['factors'] }) {
  const { t, i18n } = useLingui();
  return (
    <ul className="grid gap-3">
      {factors.map(({ factor, weight, points }) => {
        const name = i18n._(factorLabels[factor]);
        return (
          <li key={factor}>
            <p className="mb-1.5 flex justify-between gap-3 text-sm">
              <span className="font-semibold">{name}</span>
              <span className="text-muted tabular-nums">{t`${points} of ${weight}`}</span>
            </p>
            <ProgressBar value={weight === 0 ? 0 : points / weight} label={t`${name}: ${points} of ${weight} points`} />
          </li>
        );
      })}
    </ul>
  );
}
