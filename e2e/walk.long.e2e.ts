import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { cookieFor } from './support/people.ts';
import { type DemoPlaces, findPlaces } from './support/places.ts';
import { type Screen, screens, showScreen } from './support/screens.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// Text of the main screens is readable at every width, and floating elements cover no control.

const world = useWorld();
let places: DemoPlaces;
beforeAll(async () => {
  places = await findPlaces(inject('demoDatabaseUrl'));
});

const names = [
  'home',
  'explore',
  'nearby',
  'ai-matching',
  'messages',
  'chat',
  'video-chat',
  'locations',
  'marketplace',
  'requests',
  'credits',
  'gifts',
  'vip',
  'notifications',
  'dashboard',
  'create',
];
const walked = screens.filter(({ name }) => names.includes(name));

const sizes = [
  { name: '390', width: 390, height: 844, text: 100 },
  { name: '320', width: 320, height: 640, text: 100 },
  { name: '390 with text at 200 %', width: 390, height: 844, text: 200 },
] as const;

/** What is cut or covered at this scroll position; one line each. */
const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const report = (what: string, element: Element) =>
      found.push(`${what}: ${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 50)}"`);
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) {
      const reaching = [...document.querySelectorAll('body *')].filter(
        (element) => Math.round(element.getBoundingClientRect().right) === root.scrollWidth,
      );
      const last = reaching.at(-1);
      if (last) report(`the page is ${root.scrollWidth} wide`, last);
      else found.push(`the page is ${root.scrollWidth} wide`);
    }
    const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // The text of a control that opens the full text, such as a thread's last message, may be cut.
    const mayBeCut = '.no-cut, [data-cut], textarea, input, select';
    for (const element of document.querySelectorAll('main *, header *, nav *')) {
      if (!(element instanceof HTMLElement) || element.matches(mayBeCut) || !shown(element)) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      // For screen readers only.
      if (element.clientWidth <= 1) continue;
      const cuts = textOverflow === 'ellipsis' || (overflowX === 'hidden' && element.childElementCount === 0);
      if (cuts && element.scrollWidth > element.clientWidth + 1) report('cut', element);
    }
    const floating = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        getComputedStyle(element).position === 'fixed' &&
        shown(element) &&
        !element.closest('nav, header, aside, dialog, [popover]') &&
        element.offsetWidth > 0,
    );
    const marks = [...floating, ...document.querySelectorAll('aside[aria-label="Demo"] [data-slot="tag"]')];
    const pressable = [...document.querySelectorAll('main a, main button, main input, main textarea, main select')];
    for (const mark of marks) {
      const box = mark.getBoundingClientRect();
      if (!shown(mark) || box.bottom < 0 || box.top > innerHeight) continue;
      for (const control of pressable) {
        if (mark.contains(control) || !shown(control)) continue;
        const other = control.getBoundingClientRect();
        const apart =
          other.right <= box.left || other.left >= box.right || other.bottom <= box.top || other.top >= box.bottom;
        if (!apart) report(`under "${mark.textContent?.trim()}"`, control);
      }
    }
    return found;
  });

/** Words that are broken over several lines. */
const brokenWords = (text: Locator): Promise<string[]> =>
  text.evaluate((element) => {
    const node = element.firstChild as Text;
    return [...node.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });

describe.each(sizes)('at $name', ({ width, height, text }) => {
  it.each(walked)('$name is readable, and nothing covers it', async (screen: Screen) => {
    const cookie = await cookieFor(screen.who, { url: world.url, sessions: inject('demoSessions') });
    const { page, close } = await openVisitor(world.browser, { url: world.url, cookie, width, height });
    try {
      if (text !== 100)
        await page.addInitScript((size) => {
          addEventListener('DOMContentLoaded', () =>
            document.documentElement.style.setProperty('font-size', `${size}%`),
          );
        }, text);
      await showScreen(page, screen, places);
      const faults = new Set(await findFaults(page));
      const length = await page.evaluate(() => document.documentElement.scrollHeight);
      // The first two screens and the end are enough for floating elements; cut text is found anywhere.
      for (const y of [height * 0.6, height * 1.4, length]) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
        for (const fault of await findFaults(page)) faults.add(fault);
      }
      if (screen.name === 'chat') expect(await brokenWords(page.getByRole('heading', { level: 1 }))).toEqual([]);
      expect([...faults]).toEqual([]);
    } finally {
      await close();
    }
  });
});
