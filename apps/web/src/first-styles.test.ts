import { describe, expect, it } from 'vitest';
import { cleanStyles, firstStyles } from '../build/first-styles.ts';

const sheet = `/*! x */
@layer properties{@supports (not (color:red)){*{--tw-a:1}}}@layer theme,base,utilities;@layer base{a{color:inherit}}@layer utilities{.flex{display:flex}.w-1\\/2{width:50%}.never{color:red}.hover\\:on:hover{opacity:1}@media (width>=1024px){.lg\\:hidden{display:none}.never{color:blue}}@media print{.never{color:black}}}:root{color-scheme:dark;--used:1px;--unused:2px}@property --tw-a{syntax:"*"}`;

describe('styles of the first screen', () => {
  it('keeps rules for classes in the code and for elements, in their order, and drops the rest', () => {
    const css = firstStyles(cleanStyles(sheet), 'a={className:`flex w-1/2 lg:hidden`,b:"hover:on"};var(--used)');
    for (const kept of [
      '.flex{',
      '.w-1\\/2{',
      '.lg\\:hidden{',
      '.hover\\:on:hover{',
      'a{color:inherit}',
      '--used:1px',
      'color-scheme:dark',
    ])
      expect(css).toContain(kept);
    for (const dropped of ['never', '@media print', '--unused', '@property']) expect(css).not.toContain(dropped);
    expect(css.indexOf('.flex{')).toBeLessThan(css.indexOf('.lg'));
  });

  it('takes the fallback for browsers of the past out of both sheets', () => {
    expect(cleanStyles(sheet)).not.toContain('@supports');
  });
});
