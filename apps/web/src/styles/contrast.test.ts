import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Hex colours of the rule with this selector, by name. */
function colours(selector: string): Record<string, string> {
  const start = css.indexOf(selector);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name, hex]) => [name, hex]));
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const dark = colours(':root');
const themes = { dark, light: { ...dark, ...colours('[data-theme="light"]') } };
const graphics = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-quiet'];
const surfaces = ['bg', 's1', 's2', 's3'];

describe.each(Object.entries(themes))('in the %s theme', (_theme, tokens) => {
  it.each(graphics)('%s stands at 3:1 or more on every surface', (graphic) => {
    const found = surfaces.map((surface) => ratio(tokens[graphic] ?? '', tokens[surface] ?? ''));
    expect(Math.min(...found)).toBeGreaterThanOrEqual(3);
  });
});
