import type { Clock } from './clock.ts';

/**
 * Caches the result of `read` for `maxAgeMs`, in this process. Callers that find it expired share one new read; a
 * failed read is not cached.
 */
export function createCached<Value>(options: {
  clock: Clock;
  maxAgeMs: number;
  read(): Promise<Value>;
}): () => Promise<Value> {
  const { clock, maxAgeMs, read } = options;
  let cached: { at: number; value: Promise<Value> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (cached && now - cached.at < maxAgeMs) return cached.value;
    const reading = { at: now, value: read() };
    cached = reading;
    reading.value.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.value;
  };
}
