import { Trans, useLingui } from '@lingui/react/macro';
import { type PrivacyItem, privacyItems, privacyLevel, privacyScore } from '@vlam/contract/rules/privacy-score';
import { levelLabels, nextSteps } from '../labels.ts';

const radius = 62;
const turn = 360 / privacyItems.length;
const gap = 14;

/** One of five arcs, clockwise from the top. */
function arc(index: number): string {
  const point = (degrees: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${(70 + radius * Math.cos(angle)).toFixed(1)} ${(70 + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${point(index * turn + gap / 2)}A${radius} ${radius} 0 0 1 ${point((index + 1) * turn - gap / 2)}`;
}

/** The score as five arcs of twenty, with its level and the next step. */
export function Score({ items }: { items: Record<PrivacyItem, boolean> }) {
  const { t, i18n } = useLingui();
  const score = privacyScore(items);
  const missing = privacyItems.find((item) => !items[item]);
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4 xs:flex-nowrap">
      <div className="relative size-30 shrink-0 lg:size-35">
        <svg viewBox="0 0 140 140" className="size-full" role="img" aria-label={t`Privacy score: ${score} out of 100`}>
          {privacyItems.map((item, index) => (
            <path
              key={item}
              d={arc(index)}
              className={index * 20 < score ? 'stroke-online' : 'stroke-surface-4'}
              fill="none"
              strokeWidth="11"
              strokeLinecap="round"
            />
          ))}
        </svg>
        <span aria-hidden className="num absolute inset-0 grid place-items-center text-[2.5rem]">
          {score}
        </span>
      </div>
      <div className="min-w-0">
        <p className="text-muted text-sm">
          <Trans>Privacy score</Trans>
        </p>
        <p className="d2">{i18n._(levelLabels[privacyLevel(score)])}</p>
        <p className="mt-1 text-muted text-sm">
          {missing ? i18n._(nextSteps[missing]) : <Trans>Everything on this page is in effect.</Trans>}
        </p>
      </div>
    </div>
  );
}
