import { recordScenario, type World } from './world.ts';

/** The payer decides on the provider's page; now and then another amount arrives. */
export function payOnPage(world: World, orderId: string): void {
  const { random, provider, providerOrders, pendingWebhooks } = world;
  const order = provider.checkouts.findLast(({ id }) => id === orderId);
  // A reused page may be paid already: it takes no second payment.
  if (!order || providerOrders.get(orderId)?.paid || world.wrongAmounts.has(orderId)) return;
  const event = provider.event(order);
  const fate = random.next();
  if (fate < 0.15) pendingWebhooks.push({ ...event, kind: 'cancelled' });
  else if (fate < 0.3) pendingWebhooks.push({ ...event, kind: 'failed', reason: 'Declined' });
  else if (fate < 0.34) {
    world.wrongAmounts.set(orderId, 'held');
    recordScenario(world, 'a payment of another amount');
    pendingWebhooks.push({ ...event, amountCents: 100 });
  } else {
    providerOrders.set(orderId, { order, paid: true, isReversed: false });
    if (random.chance(0.2)) pendingWebhooks.push({ ...event, eventId: `${event.eventId}-pending`, kind: 'pending' });
    pendingWebhooks.push(event);
  }
}
