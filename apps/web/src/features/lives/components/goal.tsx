import { Trans, useLingui } from '@lingui/react/macro';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import type { LiveView } from '../api.ts';

/** Tips and gifts so far towards the goal of a show. */
export function Goal({ live }: { live: LiveView }) {
  const { t } = useLingui();
  if (!live.goal) return null;
  const { title, credits } = live.goal;
  return (
    <div data-slot="goal" data-tips={live.tips}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="wrap-anywhere font-semibold">{title}</span>
        <span className="inline-flex items-baseline gap-1.5">
          <span className="num inline-flex items-center gap-1.5 text-picture-gold">
            <CreditToken className="translate-y-[.1em]" />
            {formatNumber(live.tips)}
          </span>
          <span className="opacity-80">
            <Trans>of {formatNumber(credits)}</Trans>
          </span>
        </span>
      </p>
      <ProgressBar
        value={live.tips / credits}
        label={t`Tips and gifts towards ${title}`}
        tone="gold"
        className="mt-2"
      />
    </div>
  );
}
