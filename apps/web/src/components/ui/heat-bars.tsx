import type { HeatLevel } from '@vlam/contract/rules/heat';
import { clsx } from 'clsx';

const heights = ['h-[5px]', 'h-[7px]', 'h-[9px]', 'h-3'];
const fills: Record<HeatLevel, { bars: number; colour: string }> = {
  cool: { bars: 1, colour: 'bg-heat-cool' },
  warm: { bars: 2, colour: 'bg-heat-warm' },
  hot: { bars: 3, colour: 'bg-heat-hot' },
  blazing: { bars: 4, colour: 'bg-heat-blazing' },
};

/** Heat as one to four bars beside its name. `mono` uses the text colour. */
export function HeatBars({ level, mono = false }: { level: HeatLevel; mono?: boolean }) {
  const { bars, colour } = fills[level];
  return (
    <span aria-hidden className="inline-flex h-3 items-end gap-0.5">
      {heights.map((height, index) => (
        <i
          key={height}
          className={clsx(
            'w-[3px] rounded-[2px]',
            height,
            index < bars ? (mono ? 'bg-current' : colour) : mono ? 'bg-current opacity-25' : 'bg-surface-4',
          )}
        />
      ))}
    </span>
  );
}
