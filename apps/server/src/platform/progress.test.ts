import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function capture(isTTY: boolean) {
  let text = '';
  const out = { isTTY, write: (part: string) => (text += part) };
  let now = 0;
  const progress = createProgress(out as unknown as NodeJS.WriteStream, () => now);
  return { progress, text: () => text, wait: (ms: number) => (now += ms) };
}

describe('progress', () => {
  it('prints one line a tenth without a terminal', () => {
    const { progress, text, wait } = capture(false);
    const step = progress.step('Making');
    for (const fraction of [0.01, 0.11, 0.12, 0.55, 1]) step.update(fraction, 'members');
    wait(1_540);
    step.done();
    expect(text()).toBe('Making: 11 %, members\nMaking: 55 %, members\nMaking: done in 1.5 s\n');
  });

  it('draws one bar on a terminal, which its last line replaces', () => {
    const { progress, text } = capture(true);
    const step = progress.step('Making');
    step.update(0.5);
    step.done('new');
    const lines = text().split('\r\x1b[2K');
    expect(lines.at(-2)).toContain('████████████░░░░░░░░░░░░ 50 %');
    expect(lines.at(-1)).toBe('Making: done in 0.0 s (new)\n');
  });
});
