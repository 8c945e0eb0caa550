import type { Page, WebSocket } from 'playwright-core';

/** Resolves with whether the server has let this socket in: Socket.IO's word for that is 40. */
const isLetIn = (socket: WebSocket): Promise<boolean> =>
  socket
    .waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).startsWith('40'), timeout: 20_000 })
    .then(
      () => true,
      () => false,
    );

/** Opens a screen and waits until a socket of its own has been let in. */
export async function openLive(page: Page, path: string): Promise<void> {
  // The screen before may be about to open its socket, and would be taken for this one.
  await page.goto('about:blank');
  const letIn = page.waitForEvent('websocket', { predicate: isLetIn, timeout: 20_000 });
  await Promise.all([letIn, page.goto(path)]);
}
