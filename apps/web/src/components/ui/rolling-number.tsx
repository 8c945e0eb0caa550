import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';

/** A number whose changed digits roll to the new value; static on first render. */
export function RollingNumber({ value, format = formatNumber }: { value: number; format?: (value: number) => string }) {
  const [shown, setShown] = useState({ value, previous: value });
  if (shown.value !== value) setShown({ value, previous: shown.value });
  const now = format(value);
  const before = format(shown.previous).padStart(now.length);
  const direction = value >= shown.previous ? 'roll-up' : 'roll-down';
  return (
    <span className="inline-flex overflow-clip [overflow-clip-margin:.16em] tabular-nums">
      <span className="sr-only">{now}</span>
      {[...now].map((digit, index) => {
        const changed = before[before.length - now.length + index] !== digit;
        // Keyed from the right, so that units keep their element when a digit is added.
        const place = now.length - index;
        return (
          <span key={`${place}-${changed ? digit : 'same'}`} aria-hidden className={changed ? direction : undefined}>
            {digit}
          </span>
        );
      })}
    </span>
  );
}
