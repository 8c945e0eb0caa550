import { clsx } from 'clsx';

const tones = { gold: 'bg-gold', bone: 'bg-ink', ember: 'bg-ember', online: 'bg-online' } as const;

export interface ProgressBarProps {
  /** 0 to 1; larger values are shown as full. */
  value: number;
  label: string;
  tone?: keyof typeof tones;
  className?: string;
}

/** Progress bar; its text is beside it. */
export function ProgressBar({ value, label, tone = 'bone', className }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx('h-1.5 overflow-hidden rounded-pill bg-surface-4', className)}
    >
      <div
        className={clsx('h-full rounded-pill transition-[width] duration-(--dur-3)', tones[tone])}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
