import { describe, expect, it } from 'vitest';
import { fillLanding, headlineCount } from './fill.ts';

const figures = { creators: 1_043, members: 50_412, earnings: 2_148_930.5, languages: 11 };
const template =
  '<html lang="zu-ZA"><meta name="addresses"/><p class="demo">Demo</p><dd data-figure="creators">…</dd><dd data-figure="members">…</dd><dd data-figure="earnings">…</dd><dd data-figure="languages">…</dd><p class="demo">Demo</p></html>';
const textsOf = (html: string) => [...html.matchAll(/<dd[^>]*>([^<]*)/g)].map(([, text]) => text);

describe('headline counts', () => {
  it.each([
    [0, '0'],
    [41, '41'],
    [999, '999'],
    [1_000, '1000+'],
    [1_099, '1000+'],
    [1_938, '1900+'],
    [9_999, '9900+'],
    [10_000, '10k+'],
    [50_412, '50k+'],
    [999_999, '999k+'],
    [2_148_930.5, '2M+'],
    [Number.NaN, '0'],
    [-3, '0'],
  ])('rounds %d to %s', (count, text) => expect(headlineCount(count)).toBe(text));

  it('never exceeds the count', () => {
    const numberOf = (text: string) =>
      Number.parseInt(text, 10) * (text.includes('M') ? 1_000_000 : text.includes('k') ? 1_000 : 1);
    for (let count = 1; count < 40_000_000; count = Math.ceil(count * 1.07))
      expect(numberOf(headlineCount(count))).toBeLessThanOrEqual(count);
  });
});

describe('filling the template', () => {
  it('fills each figure, earnings in rand', () => {
    expect(textsOf(fillLanding(template, figures, { demo: true }))).toEqual(['1000+', '50k+', 'R2M+', '11']);
    const few = { creators: 3, members: 41, earnings: 640.2, languages: 11 };
    expect(textsOf(fillLanding(template, few, { demo: false }))).toEqual(['3', '41', 'R640', '11']);
  });

  it('keeps the demo marks with demo data and removes them without', () => {
    expect(fillLanding(template, figures, { demo: true }).split('class="demo"')).toHaveLength(3);
    expect(fillLanding(template, figures, { demo: false })).not.toContain('demo');
  });

  it('T100: shows the open-demo mark only where other machines reach the demo', () => {
    const both = template.replace(
      '<p class="demo">Demo</p>',
      '<p class="demo closed">Demo</p><p class="demo open">Open</p>',
    );
    const marksOf = (options: { demo: boolean; openDemo: boolean }) =>
      [...fillLanding(both, figures, options).matchAll(/<p class="demo[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(marksOf({ demo: true, openDemo: true })).toEqual(['Open', 'Demo']);
    expect(marksOf({ demo: true, openDemo: false })).toEqual(['Demo', 'Demo']);
    expect(marksOf({ demo: false, openDemo: false })).toEqual([]);
  });

  it('links each language only when the origin is known', () => {
    const known = fillLanding(template, figures, { demo: true, origin: 'https://vlam.example/' });
    expect(known).toContain('<link rel="canonical" href="https://vlam.example/?lang=zu">');
    expect(known).toContain('hreflang="en" href="https://vlam.example/"');
    const unknown = fillLanding(template, figures, { demo: true });
    expect(unknown).not.toMatch(/addresses|canonical/);
  });
});
