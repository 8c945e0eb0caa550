import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  // A burst of six new drawings, then one every 2.5 seconds.
  t = await startTestApp({ rateLimitScale: 0.02 });
});
afterAll(() => t.close());

const getPortrait = async (id: string, address: string) =>
  (await t.app.inject({ url: `/img/p/${id}-avatar.webp`, remoteAddress: address })).statusCode;

describe('drawn portraits', () => {
  it('limits new drawings per address, and serves cached ones freely', async () => {
    const known = randomUUID();
    expect(await getPortrait(known, '41.0.0.1')).toBe(200);
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) statuses.push(await getPortrait(randomUUID(), '41.0.0.1'));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    for (let index = 0; index < 20; index += 1) expect(await getPortrait(known, '41.0.0.1')).toBe(200);
    expect(await getPortrait(randomUUID(), '41.0.0.2')).toBe(200);
  });
});
