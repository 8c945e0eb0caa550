import { hasHappened, type World } from './world.ts';

/** The payer decides on the provider's page; now and then another amount arrives. */
export function payOnPage(world: World, orderId: string): void {
  const { random, provider, truth, mailbox } = world;
  const order = provider.checkouts.findLast(({ id }) => id === orderId);
  // A page that is handed out again was perhaps paid already: it takes no second payment.
  if (!order || truth.get(orderId)?.paid || world.strange.has(orderId)) return;
  const event = provider.event(order);
  const fate = random.next();
  if (fate < 0.15) mailbox.push({ ...event, kind: 'cancelled' });
  else if (fate < 0.3) mailbox.push({ ...event, kind: 'failed', reason: 'Declined' });
  else if (fate < 0.34) {
    world.strange.set(orderId, 'held');
    hasHappened(world, 'a payment of another amount');
    mailbox.push({ ...event, amountCents: 100 });
  } else {
    truth.set(orderId, { order, paid: true, takenBack: false });
    if (random.chance(0.2)) mailbox.push({ ...event, eventId: `${event.eventId}-pending`, kind: 'pending' });
    mailbox.push(event);
  }
}
