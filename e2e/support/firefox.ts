import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { firefox } from '../../apps/server/test/machine.ts';
import type { VisitorOptions } from './visitor.ts';

// A stock Firefox over WebDriver BiDi. Playwright drives only builds of its own, which npm does not ship.

const waitMs = 15_000;

/** Stories that run where the machine has Firefox, and are skipped elsewhere. */
export const describeInFirefox = describe.skipIf(!firefox);

export interface Tab {
  page: Page;
  /** Errors, policy violations and dialogs of the page. */
  faults: string[];
  close(): Promise<void>;
}

/** A Firefox for the tests of one file. Call it at the top level. */
export function useFirefox(preferences: Record<string, string | number | boolean> = {}): {
  open(options?: VisitorOptions): Promise<Tab>;
} {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!firefox) return;
    browser = await launch({
      browser: 'firefox',
      executablePath: firefox,
      // Nothing is captured halfway, and rendering is cheaper.
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-ZA', ...preferences },
    });
  });
  afterAll(() => browser?.close());
  return {
    open(options = {}) {
      if (!browser) throw new Error('Firefox is launched in beforeAll');
      return openTab(browser, options);
    },
  };
}

/** A person with cookies of their own. */
async function openTab(browser: Browser, options: VisitorOptions): Promise<Tab> {
  const { cookie, theme = 'dark', width = 390, height = 844 } = options;
  const url = new URL(inject('demoUrl'));
  const context = await browser.createBrowserContext();
  for (const pair of [`theme=${theme}`, ...(cookie?.split('; ') ?? [])]) {
    const [name = '', value = ''] = pair.split('=', 2);
    await context.setCookie({ name, value, domain: url.hostname, path: '/' });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  await resize(page, width, height);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted ?type|policy violation/i.test(message.text())) faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return { page, faults, close: () => context.close() };
}

/** Firefox 140 sets the size, but does not know the orientation that the driver sends along. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height }).catch((error: unknown) => {
    if (!/unknown command emulation\.setScreenOrientationOverride/.test(String(error))) throw error;
  });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

/** A visit that ends with the story: afterwards the page must have had no faults. */
export async function visitIn(
  program: ReturnType<typeof useFirefox>,
  options: VisitorOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const tab = await program.open(options);
  try {
    await work(tab.page);
    expect(tab.faults).toEqual([]);
  } finally {
    await tab.close();
  }
}

type Kind = 'button' | 'link' | 'heading' | 'text';
const tags: Record<Kind, string> = {
  button: 'button, [role=tab], [role=radio]',
  link: 'a',
  heading: 'h1, h2, h3',
  text: 'body *',
};

/**
 * The first visible element of this kind and name; a string must match whole, of a text only a part. WebDriver's own
 * search by accessible name walks the whole page and takes seconds in Firefox.
 */
export async function find(page: Page, kind: Kind, name: string | RegExp): Promise<ElementHandle<HTMLElement>> {
  const { source, flags } = typeof name === 'string' ? new RegExp(whole(name, kind)) : name;
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    const handle = await page
      .evaluateHandle(
        (selector, pattern, ofText) => {
          const match = new RegExp(pattern.source, pattern.flags);
          const own = (each: Element) =>
            [...each.childNodes].map((node) => (node instanceof Text ? node.data : ' ')).join('');
          const nameOf = (each: Element) =>
            ofText ? own(each) : (each.getAttribute('aria-label') ?? each.textContent ?? '').trim();
          return [...document.querySelectorAll<HTMLElement>(selector)].find(
            (each) => match.test(nameOf(each)) && each.checkVisibility({ visibilityProperty: true }),
          );
        },
        tags[kind],
        { source, flags },
        kind === 'text',
      )
      // The page is being replaced by the next.
      .catch(() => null);
    const element = handle?.asElement();
    if (element) return element as ElementHandle<HTMLElement>;
    await sleep(100);
  }
  throw new Error(`no ${kind} ${name} at ${page.url()}`);
}

const whole = (name: string, kind: Kind) => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return kind === 'text' ? escaped : `^${escaped}$`;
};

export const open = (page: Page, path: string) => page.goto(`${inject('demoUrl')}${path}`);
export const see = (page: Page, text: string | RegExp) => find(page, 'text', text);
export const press = async (page: Page, name: string | RegExp, kind: Kind = 'button') =>
  (await find(page, kind, name)).click();
/**
 * The first element of a selector. The driver's own locators wait for frames before they act, which Firefox 140 does not
 * draw for it.
 */
export async function element(page: Page, selector: string): Promise<ElementHandle<HTMLElement>> {
  await page.locator(selector).wait();
  const found = await page.$(selector);
  if (!found) throw new Error(`no ${selector} at ${page.url()}`);
  return found as ElementHandle<HTMLElement>;
}
/** Types into the field with this `name`, in place of what it holds; a date is set as its picker would. */
export async function type(page: Page, name: string, value: string): Promise<void> {
  const field = await element(page, `input[name="${name}"], textarea[name="${name}"]`);
  const isDate = await field.evaluate((each, text) => {
    if (!(each instanceof HTMLInputElement) || each.type !== 'date') return false;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(each, text);
    each.dispatchEvent(new Event('input', { bubbles: true }));
    each.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }, value);
  if (isDate) return;
  await field.click({ count: 3 });
  await page.keyboard.type(value);
}
/** Waits until the page's path matches. Asks the page: Firefox 140 does not report steps within a document. */
export const reach = (page: Page, path: RegExp) =>
  expect.poll(() => page.evaluate(() => location.pathname).catch(() => ''), { timeout: waitMs }).toMatch(path);
/** Whether each of these pictures was decoded. */
export const decoded = (page: Page, selector: string): Promise<boolean[]> =>
  page.$$eval(selector, (all) => all.map((each) => each instanceof HTMLImageElement && each.naturalWidth > 0));
