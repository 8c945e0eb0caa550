import type { Page } from 'playwright-core';

const timeoutMs = 20_000;

/** Opens a screen and waits until the server has accepted its socket. */
export async function openLive(page: Page, path: string): Promise<void> {
  // The previous screen may be opening its socket, which would be mistaken for this one.
  await page.goto('about:blank');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const accepted = new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no socket of ${path} was accepted`)), timeoutMs);
    browser.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
      if (response.status !== 101) return;
      clearTimeout(timer);
      done();
    });
  });
  await Promise.all([accepted, page.goto(path)]);
  await browser.detach();
}
