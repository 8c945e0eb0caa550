import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { type DemoPlaces, findPlaces, type Screen, showScreen } from './screens.ts';
import { aVisitor } from './visitor.ts';
import { useWorld } from './world.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };
const dialog = 'dialog[open]:modal';

/** Changes the theme and ends every transition, so that no colour is caught halfway. */
async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }, theme);
}

/** One line for each element that breaks a rule. The page holds axe already. */
async function findings(page: Page, part: string | undefined, theme: string): Promise<string[]> {
  // Otherwise all that is right would be written down too, and travel by way of a second page.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode().options({ resultTypes: ['violations'] });
  // A theme changes colours and nothing else.
  if (theme === 'dark') axe.withTags(rules);
  else axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

/** A test for each screen: its policy, the narrowest phone, and axe at both widths in both themes. */
export function lookAt(screens: readonly Screen[]): void {
  const world = useWorld();
  let places: DemoPlaces;
  let axeCode: string;

  beforeAll(async () => {
    places = await findPlaces(inject('demoDatabaseUrl'));
    const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
    axeCode = await readFile(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');
  });

  it.each(screens)('$name', async (screen) => {
    const cookie = screen.who === 'visitor' ? undefined : inject('demoSessions')[screen.who];
    const { page, faults, close } = await aVisitor(world.browser, { url: world.url, cookie, still: true, ...phone });
    try {
      await showScreen(page, screen, places);
      expect(faults).toEqual([]);
      // Nothing is cut off or has to be pushed sideways on the narrowest phone.
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.evaluate(axeCode);
      const all: Record<string, string[]> = {};
      let { part } = screen;
      // What is open at one width stays open at the other, so a screen is loaded once.
      for (const size of [phone, wide]) {
        await page.setViewportSize(size);
        for (const theme of ['dark', 'light']) {
          await wear(page, theme);
          const found = await findings(page, part, theme);
          if (found.length > 0) all[`${theme}, ${size.width}`] = found;
          // What a dialog covers cannot be reached, and is looked at as a screen of its own.
          if (await page.locator(dialog).count()) part ??= dialog;
        }
      }
      expect(all).toEqual({});
    } finally {
      await close();
    }
  });
}
