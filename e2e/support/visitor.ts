import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Paths of all requests, in order. */
  requests: string[];
  /** JSON and HTML responses, by path. */
  texts: { path: string; body: string }[];
  /** Faults: policy violations, errors, requests to other origins, dialogs. */
  faults: string[];
  close(): Promise<void>;
}

export type Theme = 'dark' | 'light';

export interface VisitorOptions {
  /** `name=value` of a session, and of other cookies after `; `. */
  cookie?: string | undefined;
  theme?: Theme;
  width?: number;
  height?: number;
  /**
   * Prefers reduced motion, unless the story is about motion: nothing is captured halfway, and rendering is cheaper.
   */
  still?: boolean;
}

/**
 * The context of the latest visitor who left. It closes with the next one: the npm browser crashes when a context closes
 * while its service worker is being installed.
 */
const closing: BrowserContext[] = [];

/** A person with their own browser. Records all requests and faults of its pages. */
export async function openVisitor(browser: Browser, options: VisitorOptions & { url: string }): Promise<Visitor> {
  const { url, cookie, theme = 'dark', width = 1280, height = 800, still = true } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    reducedMotion: still ? 'reduce' : 'no-preference',
  });
  for (const pair of [`theme=${theme}`, ...(cookie?.split('; ') ?? [])]) {
    const [name = '', value = ''] = pair.split('=', 2);
    await context.addCookies([{ name, value, url }]);
  }
  // A machine under load opens a screen in more than ten seconds.
  context.setDefaultTimeout(30_000);
  const visitor: Visitor = {
    context,
    page: await context.newPage(),
    requests: [],
    texts: [],
    faults: [],
    async close() {
      await Promise.all(context.pages().map((page) => page.close()));
      const earlier = closing.splice(0, closing.length, context).filter((each) => each.browser()?.isConnected());
      await Promise.all(earlier.map((each) => each.close()));
    },
  };
  watch(visitor, url);
  return visitor;
}

function watch({ context, requests, texts, faults }: Visitor, url: string): void {
  context.on('request', (request) => {
    const address = new URL(request.url());
    if (!['data:', 'blob:'].includes(address.protocol) && address.origin !== url)
      faults.push(`a request to ${address.origin}`);
    requests.push(address.pathname);
  });
  context.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!/json|html/.test(type)) return;
    const body = await response.text().catch(() => '');
    texts.push({ path: new URL(response.url()).pathname, body });
  });
  context.on('console', (message) => {
    const text = message.text();
    if (/content security policy|trusted ?type/i.test(text)) faults.push(text);
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
}
