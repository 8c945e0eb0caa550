import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { longTurns } from '../../apps/server/test/long-turns.ts';
import { cookieFor } from './people.ts';
import { type DemoPlaces, findPlaces } from './places.ts';
import { type Screen, screensToCheck, showScreen } from './screens.ts';
import { openVisitor } from './visitor.ts';
import { useWorld } from './world.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };
const dialog = 'dialog[open]:modal';

/** Changes the theme and ends all transitions, so that no colour is measured halfway. */
async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }, theme);
}

const setFontSize = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

/** One line per element that violates a rule. The page has axe loaded. */
async function findings(page: Page, part: string | undefined, theme: string): Promise<string[]> {
  // Only violations: the full report would be sent through a second page.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode().options({ resultTypes: ['violations'] });
  // A theme only changes colours.
  if (theme === 'dark') axe.withTags(rules);
  else axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

/**
 * The screens that one of two files checks in this run: every other one, by a random seed, because all of them take six
 * minutes on two cores. SEED=1 takes all.
 */
export function screensInTurn(part: 0 | 1): Screen[] {
  const turns = longTurns(process.env.SEED);
  return screensToCheck.filter((_, index) => index % 2 === part && turns.takes(index >> 1));
}

/** A test per screen: its policy, the narrowest phone, and axe at both widths in both themes. */
export function testScreens(screens: readonly Screen[]): void {
  const world = useWorld();
  let places: DemoPlaces;
  let axeCode: string;

  beforeAll(async () => {
    places = await findPlaces(inject('demoDatabaseUrl'));
    const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
    axeCode = await readFile(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');
  });

  it.each(screens)('$name', async (screen) => {
    const cookie = await cookieFor(screen.who, { url: world.url, sessions: inject('demoSessions') });
    const first = screen.wide ? wide : phone;
    const { page, faults, close } = await openVisitor(world.browser, { url: world.url, cookie, still: true, ...first });
    try {
      await showScreen(page, screen, places);
      expect(faults).toEqual([]);
      const narrow = screen.wide ? 1024 : 320;
      // Nothing is cut off or needs horizontal scrolling on the narrowest phone.
      await page.setViewportSize({ width: narrow, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow);
      // Nor with text twice as large; the boundary of a box may be rounded up.
      await page.setViewportSize(first);
      await setFontSize(page, '200%');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(first.width + 1);
      await setFontSize(page, '');
      await page.evaluate(axeCode);
      const all: Record<string, string[]> = {};
      let { part } = screen;
      // The screen stays open between widths, so it loads once.
      for (const size of new Set([first, wide])) {
        await page.setViewportSize(size);
        for (const theme of ['dark', 'light']) {
          await setTheme(page, theme);
          const found = await findings(page, part, theme);
          if (found.length > 0) all[`${theme}, ${size.width}`] = found;
          // What a dialog covers is inert, and is checked as a screen of its own.
          if (await page.locator(dialog).count()) part ??= dialog;
        }
      }
      expect(all).toEqual({});
    } finally {
      await close();
    }
  });
}
