import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { enableCalls } from '../../../test/callers.ts';
import { aCreator, aProfile, giveCredits } from '../../../test/factories.ts';
import {
  type Allocation,
  allocate,
  hasTurnserver,
  startTurnserver,
  type TurnServer,
  turnSecret,
  whyNoTurnserver,
} from '../../../test/turn.ts';
import { ringWithoutDatabase } from '../../platform/key-ring.ts';
import { createRelay } from './relay.ts';

const relay = createRelay({
  keys: ringWithoutDatabase(Buffer.alloc(32, 7)),
  turn: { urls: ['turn:127.0.0.1'], secret: turnSecret },
});
const credentials = (side: string, at = new Date()) => {
  const [server] = relay('01999999-0000-7000-8000-000000000001', side, at).iceServers;
  return { username: server?.username ?? '', credential: server?.credential ?? '' };
};

describe(`T71: the deployed relay${hasTurnserver ? '' : ` (skipped: ${whyNoTurnserver})`}`, () => {
  let turn: TurnServer;
  const made: Allocation[] = [];
  const ask = async (side: string, at?: Date, change: Partial<ReturnType<typeof credentials>> = {}) => {
    const { username, credential } = { ...credentials(side, at), ...change };
    const allocation = await allocate(turn.port, username, credential);
    made.push(allocation);
    return allocation;
  };
  beforeAll(async () => {
    if (hasTurnserver) turn = await startTurnserver();
  });
  afterAll(async () => {
    for (const allocation of made) allocation.close();
    await turn?.stop();
  });

  it.skipIf(!hasTurnserver)("accepts the server's credentials, and no others", async () => {
    expect((await ask('good')).error).toBe(0);
    expect((await ask('forged', new Date(), { credential: 'bm90IHRoZSBzZWNyZXQ=' })).error).toBe(401);
    expect((await ask('expired', new Date(Date.now() - 601_000))).error).toBe(401);
    const { username, credential } = credentials('longer');
    const later = `${Number(username.split(':')[0]) + 3_600}:${username.split(':')[1]}`;
    expect((await ask('longer', new Date(), { username: later, credential })).error).toBe(401);
  });

  it.skipIf(!hasTurnserver)('accepts them until they expire, without interrupting a current call', async () => {
    const nearly = new Date(Date.now() - 598_000);
    const allocation = await ask('long', nearly);
    expect(allocation.error).toBe(0);
    await expect.poll(async () => (await ask('long', nearly)).error, { timeout: 5_000, interval: 250 }).toBe(401);
    expect(Number(credentials('long', nearly).username.split(':')[0]) * 1000).toBeLessThanOrEqual(Date.now());
    expect([await allocation.refresh(), await allocation.permit('8.8.8.8')]).toEqual([0, 0]);
  });

  it.skipIf(!hasTurnserver)('sends to public addresses only', async () => {
    const allocation = await ask('peers');
    expect(await allocation.permit('8.8.8.8')).toBe(0);
    for (const address of [
      '127.0.0.1',
      '10.0.0.5',
      '172.16.9.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
    ])
      expect([address, await allocation.permit(address)]).toEqual([address, 403]);
  });

  it.skipIf(!hasTurnserver)('refuses the thirteenth allocation of one side of a call', async () => {
    const errors: number[] = [];
    for (let n = 0; n < 13; n += 1) errors.push((await ask('greedy')).error);
    expect(errors.slice(0, 12)).toEqual(Array(12).fill(0));
    expect(errors[12]).toBe(486);
    expect((await ask('modest')).error).toBe(0);
  });
});

describe('T71: without a relay', () => {
  it('no one takes calls, unless the operator allows both sides to see addresses', async () => {
    for (const directCalls of [false, true]) {
      const t = await startTestApp({ config: { turn: null, directCalls } });
      const [fan, creator] = [await aProfile(t), await aCreator(t)];
      await giveCredits(t, fan.accountId, 100);
      await enableCalls(t, creator, 18);
      const client = t.client(fan);
      const profileId = creator.profileId;
      expect((await client.call('listCallPartners')).body.items).toHaveLength(directCalls ? 1 : 0);
      const partner = (await client.call('getCallPartner', { params: { id: profileId } })).body;
      expect(partner?.id ?? null).toBe(directCalls ? profileId : null);
      expect((await client.call('startCall', { body: { profileId, creditsPerMinute: 18 } })).status).toBe(
        directCalls ? 201 : 409,
      );
      await t.close();
    }
  });
});
