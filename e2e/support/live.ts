import type { Page } from 'playwright-core';

const timeoutMs = 20_000;

/** From now on; `accepted` resolves once the server has accepted a socket of this page. */
export async function watchSocket(page: Page): Promise<{ accepted: Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const accepted = new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no socket of ${page.url()} was accepted`)), timeoutMs);
    browser.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
      if (response.status !== 101) return;
      clearTimeout(timer);
      done();
    });
  }).finally(() => browser.detach().catch(() => undefined));
  // Awaited later, or not at all where the story fails first.
  accepted.catch(() => undefined);
  return { accepted };
}

/** Opens a screen and waits until the server has accepted its socket. */
export async function openLive(page: Page, path: string): Promise<void> {
  // The previous screen may be opening its socket, which would be mistaken for this one.
  await page.goto('about:blank');
  const { accepted } = await watchSocket(page);
  await Promise.all([accepted, page.goto(path)]);
}
