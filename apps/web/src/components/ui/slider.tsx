import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export interface SliderProps {
  label: ReactNode;
  min: number;
  max: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
  /** Formats the value: "10 km". */
  format: (value: number) => string;
  className?: string;
}

/** A slider with its value above and the limits below. */
export function Slider({ label, min, max, step = 1, value, onChange, format, className }: SliderProps) {
  const id = useId();
  const filled = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div data-slot="slider" className={className}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="num text-[1.375rem]">
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        style={{ '--filled': filled } as Record<string, string>}
        className={clsx('slider mt-1 block h-11 w-full')}
      />
      <div className="flex justify-between text-faint text-meta" aria-hidden>
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
