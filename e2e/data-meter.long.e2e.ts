import { expect, inject, it } from 'vitest';
import { useWorld } from './support/world.ts';

// Without it the browser does not report requests of the service worker.
process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS = '1';

const world = useWorld();

it('the data meter agrees within 5 % with what the browser counted, worker and socket included', async () => {
  const context = await world.browser.newContext({ baseURL: world.url, viewport: { width: 390, height: 844 } });
  try {
    const [name = '', value = ''] = inject('demoSessions').fan.split('=', 2);
    await context.addCookies([{ name, value, url: world.url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    let ofPage = 0;
    let ofSocket = 0;
    let ofWorker = 0;
    const onNetwork = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.url.startsWith('http') && !response.fromServiceWorker) onNetwork.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (onNetwork.has(requestId)) ofPage += encodedDataLength;
    });
    const frame = ({ response }: { response: { payloadData: string } }) => {
      ofSocket += response.payloadData.length;
    };
    session.on('Network.webSocketFrameReceived', frame);
    session.on('Network.webSocketFrameSent', frame);
    context.on('response', async (response) => {
      if (!response.request().serviceWorker()) return;
      const { responseBodySize, responseHeadersSize } = await response.request().sizes();
      if (responseBodySize > 0) ofWorker += responseBodySize + responseHeadersSize;
    });

    await page.goto('/');
    await page.getByRole('heading', { name: /online right now/ }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.mouse.wheel(0, 6_000);
    await page.waitForTimeout(4_000);
    for (const path of ['/explore', '/marketplace', '/messages']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.mouse.wheel(0, 4_000);
      // The meter begins three seconds after the page has loaded.
      await page.waitForTimeout(4_000);
    }
    await page.goto('/data');
    await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
    await page.waitForTimeout(9_000);
    const browsers = ofPage + ofSocket + ofWorker;
    const counted = await page.evaluate(() => {
      const { bytes } = JSON.parse(localStorage.getItem('dataUse') ?? '{}') as { bytes: Record<string, number> };
      return bytes;
    });
    const meter = Object.values(counted).reduce((sum, bytes) => sum + bytes, 0);
    console.info(
      `data meter ${meter} B, browser ${browsers} B (page ${ofPage}, socket ${ofSocket}, worker ${ofWorker}):`,
      JSON.stringify(counted),
    );
    expect(Math.abs(meter - browsers) / browsers).toBeLessThan(0.05);
  } finally {
    await context.close();
  }
}, 60_000);
