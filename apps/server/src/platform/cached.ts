import type { Clock } from './clock.ts';

/**
 * Remembers what `read` answered for `maxAgeMs`, in this process. Callers that find it too old share one new reading;
 * a failed one is not remembered.
 */
export function createCached<Value>(options: {
  clock: Clock;
  maxAgeMs: number;
  read(): Promise<Value>;
}): () => Promise<Value> {
  const { clock, maxAgeMs, read } = options;
  let kept: { at: number; value: Promise<Value> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (kept && now - kept.at < maxAgeMs) return kept.value;
    const reading = { at: now, value: read() };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.value;
  };
}
