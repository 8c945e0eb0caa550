import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasJanus, janusSecret, startJanus, whyNoJanus } from '../../../../test/janus.ts';
import { anSdp, startJanusDouble } from '../../../../test/janus-double.ts';
import { newId } from '../../../platform/ids.ts';
import { ringWithoutDatabase } from '../../../platform/key-ring.ts';
import type { ConnectionEvents, Delivery } from '../delivery.ts';
import { createEmbeddedDelivery } from './embedded.ts';
import { createJanusDelivery } from './janus.ts';

const logger = { info: () => {}, warn: () => {}, error: () => {} };
const keys = ringWithoutDatabase(Buffer.alloc(32, 5));

function watched(): ConnectionEvents & { closed: number } {
  const events = {
    closed: 0,
    onUp: () => {},
    onClosed: () => {
      events.closed += 1;
    },
  };
  return events;
}

interface Case {
  name: string;
  isPresent: boolean;
  start(): Promise<{ url: string; stop(): Promise<void> } | null>;
}

const cases: Case[] = [
  { name: 'segments only', isPresent: true, start: async () => null },
  {
    name: 'a double of Janus',
    isPresent: true,
    async start() {
      const { url, close } = await startJanusDouble();
      return { url, stop: close };
    },
  },
  { name: `Janus${hasJanus ? '' : ` (skipped: ${whyNoJanus})`}`, isPresent: hasJanus, start: startJanus },
];

// What both adapters promise. Viewers of the real Janus need media, so they are in e2e/live-direct.
describe.each(cases)('the delivery of a show: $name', ({ isPresent, start }) => {
  let server: Awaited<ReturnType<Case['start']>>;
  let delivery: Delivery;
  const create = (): Delivery =>
    server ? createJanusDelivery({ url: server.url, secret: janusSecret, keys, logger }) : createEmbeddedDelivery();
  beforeAll(async () => {
    if (!isPresent) return;
    server = await start();
    delivery = create();
  });
  afterAll(async () => {
    delivery?.close();
    await server?.stop();
  });

  it.skipIf(!isPresent)('connects no viewer while nobody sends', async () => {
    expect(await delivery.watch(newId(), watched())).toBeNull();
  });

  it.skipIf(!isPresent)('connects the browser that sends, only where it is direct', async () => {
    const sender = await delivery.send(newId(), anSdp(), watched());
    expect(sender !== null).toBe(delivery.isDirect);
    if (sender) expect(sender.answer).toMatch(/^v=0\r\n[\s\S]*a=recvonly\r\n/);
  });

  it.skipIf(!isPresent)('disconnects the one who sent before, of another process too', async () => {
    const [id, events, other] = [newId(), watched(), create()];
    await delivery.send(id, anSdp(), events);
    const later = await other.send(id, anSdp(), watched());
    expect(later !== null).toBe(delivery.isDirect);
    if (later) await expect.poll(() => events.closed).toBe(1);
    other.close();
  });

  it.skipIf(!isPresent)('ends a show from any process, twice and without one', async () => {
    const [id, events, other] = [newId(), watched(), create()];
    const sender = await delivery.send(id, anSdp(), events);
    await other.end(id);
    if (sender) await expect.poll(() => events.closed).toBe(1);
    await other.end(id);
    await delivery.end(newId());
    expect(await delivery.watch(id, watched())).toBeNull();
    other.close();
  });

  it.skipIf(!isPresent)('ends nobody who left by themselves a second time', async () => {
    const [id, events] = [newId(), watched()];
    const sender = await delivery.send(id, anSdp(), events);
    sender?.close();
    sender?.close();
    await delivery.end(id);
    expect(events.closed).toBe(0);
  });

  it.skipIf(!isPresent)('connects nobody after its own end', async () => {
    const closing = create();
    closing.close();
    expect(await closing.send(newId(), anSdp(), watched())).toBeNull();
    expect(await closing.watch(newId(), watched())).toBeNull();
    await closing.end(newId());
  });
});
