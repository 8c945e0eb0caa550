import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type DemoPlaces, findPlaces, screens, showScreen } from './support/screens.ts';
import { aVisitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };
let places: DemoPlaces;

beforeAll(async () => {
  places = await findPlaces(inject('demoDatabaseUrl'));
});

/** Changes the theme and ends every transition, so that no colour is caught halfway. */
async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }, theme);
}

/** One line for each element that breaks a rule. */
async function findings(page: Page, part: string | undefined, theme: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
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

describe('T61: keeps to its own origin and policy, fits 320 px, and axe finds nothing at either width in either theme', () => {
  for (const screen of screens.filter(({ within }) => within === undefined))
    it(screen.name, async () => {
      const cookie = screen.who === 'visitor' ? undefined : inject('demoSessions')[screen.who];
      const { page, faults, close } = await aVisitor(world.browser, { url: world.url, cookie, still: true, ...phone });
      try {
        await showScreen(page, screen, places);
        expect(faults).toEqual([]);
        // Nothing is cut off or has to be pushed sideways on the narrowest phone.
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
        const all: Record<string, string[]> = {};
        // What is open at one width stays open at the other, so a screen is loaded once.
        for (const size of [phone, wide]) {
          await page.setViewportSize(size);
          for (const theme of ['dark', 'light']) {
            await wear(page, theme);
            const found = await findings(page, screen.part, theme);
            if (found.length > 0) all[`${theme}, ${size.width}`] = found;
          }
        }
        expect(all).toEqual({});
      } finally {
        await close();
      }
    });
});
