import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf, code, words } from '../../../test/chats.ts';
import { aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hangUp } from '../../../test/sockets.ts';

// What of somebody who hides comes through in their chats.

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ at: new Date('2026-11-18T17:00:00Z') });
});
afterEach(hangUp);
afterAll(() => t.close());

const { write, read, threads, head, aPair } = chatsOf(() => t);
const hide = (who: TestProfile, incognito = true) => t.client(who).call('setPrivacySettings', { body: { incognito } });

describe('a message that is refused', () => {
  it('T66: past the quota shows nobody who tried to write it, and opens no thread', async () => {
    const [shy, member, ...others] = await Promise.all(Array.from({ length: 7 }, () => aProfile(t)));
    if (!shy || !member) throw new Error('nobody');
    for (const other of others) await write(shy, other, 'Hello');
    await hide(shy);
    for (let n = 0; n < 2; n += 1) expect(code(await write(shy, member, 'Hello'))).toBe('MESSAGE_QUOTA_USED');
    // Agreed to, and nothing to pay with.
    expect(code(await write(shy, member, 'Hello', { payCredits: 2 }))).toBe('INSUFFICIENT_CREDITS');
    expect(code(await head(member, shy))).toBe('NOT_FOUND');
    expect(code(await write(member, shy, 'Who is there?'))).toBe('NOT_FOUND');
    expect((await head(shy, member)).body.id).toBeNull();
    // What is paid for arrives, and shows who wrote.
    await giveCredits(t, shy.accountId, 2);
    expect((await write(shy, member, 'Hello', { payCredits: 2 })).status).toBe(201);
    expect((await head(member, shy)).status).toBe(200);
    expect(words(await read(member, shy))).toEqual(['Hello']);
  });

  it('T66: of a message to many shows its writer to nobody whom it did not reach', async () => {
    const { creator, fan } = await aPair();
    const { body } = await t.client(creator).call('sendBroadcast', {
      body: { clientId: 'broadcast-1', content: 'Tonight', audience: { kind: 'subscribers' } },
    });
    await Promise.all([hide(creator), hide(fan)]);
    await t.drain();
    await t.context.chat.work(body.id);
    await hide(fan, false);
    expect(code(await head(fan, creator))).toBe('NOT_FOUND');
    expect((await write(creator, fan, 'Good evening')).status).toBe(201);
    expect((await head(fan, creator)).status).toBe(200);
    expect((await threads(fan)).body.items).toHaveLength(1);
  });
});
