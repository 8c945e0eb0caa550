import { setTimeout as sleep } from 'node:timers/promises';
import type { ChargeAnswer } from '@vlam/contract/payments';
import type { Browser } from './browser.ts';
import type { Tally } from './tally.ts';

const paidMs = 20_000;
const askEveryMs = 300;

/**
 * Pays as a person does: on the test provider's page with the card that succeeds, which is saved, and then asks for the
 * order until the provider's signed statement has made it paid.
 */
export async function payOrder(
  browser: Browser,
  tally: Tally,
  { orderId, paid, checkoutUrl }: ChargeAnswer,
): Promise<void> {
  if (paid) return;
  if (!checkoutUrl) throw new Error('neither paid nor a page to pay on');
  await browser.get("the provider's page", checkoutUrl);
  await tally.time("the provider's form", async () => {
    const { status } = await browser.send(checkoutUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'card=pays&save=1',
    });
    if (status !== 303) throw new Error(`answered ${status}`);
  });
  await tally.time('payment: until it is granted', async () => {
    const until = performance.now() + paidMs;
    for (;;) {
      const { status, failureReason } = await browser.api.getOrder({ params: { id: orderId } });
      if (status === 'paid') return;
      if (status !== 'created' && status !== 'pending') throw new Error(`${status}: ${failureReason}`);
      if (performance.now() > until) throw new Error(`not paid after ${paidMs / 1_000} s`);
      await sleep(askEveryMs);
    }
  });
}
