import { analysingMs } from '@vlam/contract/rules/matching';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
import { useMatches } from './api.ts';

const call = 'GET /api/matching/matches';
const answer = (analysing: boolean) => ({
  status: 200,
  body: { analysing, computedAt: null, considered: 0, items: [] },
});

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const stepMs = 50;
/** In steps, because React renders at the end of each. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) await act(() => vi.advanceTimersByTimeAsync(stepMs));
}

async function mount() {
  const shown: { analysing: boolean; at: number }[] = [];
  function State() {
    const { data, analysing } = useMatches();
    if (data && shown.at(-1)?.analysing !== analysing) shown.push({ analysing, at: Date.now() });
    return null;
  }
  return { shown, screen: await render(<State />) };
}

it('shows the analysing state for at least two seconds, then stops polling', async () => {
  const busy = [true, false];
  const calls = serve({ [call]: () => answer(busy.shift() ?? false) });
  const { shown, screen } = await mount();
  await pass(2 * analysingMs);
  const [began, ended] = shown;
  expect((ended?.at ?? 0) - (began?.at ?? 0)).toBeGreaterThanOrEqual(analysingMs - 10);
  expect(shown.map(({ analysing }) => analysing)).toEqual([true, false]);
  expect(calls.filter((made) => made.call === call)).toHaveLength(2);
  screen.unmount();
});

it('shows stored matches at once', async () => {
  serve({ [call]: () => answer(false) });
  const { shown, screen } = await mount();
  await settle();
  expect(shown.map(({ analysing }) => analysing)).toEqual([false]);
  screen.unmount();
});
