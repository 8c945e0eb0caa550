import { beforeAll, expect, it } from 'vitest';
import { chatsOf } from '../chats.ts';
import { aProfile, aSession, type TestProfile } from '../factories.ts';
import { useTestApp } from '../use-app.ts';
import { sampleQuery } from './sample-body.ts';
import { everyOperation, pathWith } from './world.ts';

// Whether staff can read what two members write to each other.

const t = useTestApp();
const { aPair, write } = chatsOf(() => t);
const secret = 'Kanariegeheim by the old pier';
let pair: Awaited<ReturnType<typeof aPair>>;
let messageId: string;
let admin: TestProfile;

beforeAll(async () => {
  pair = await aPair();
  messageId = (await write(pair.fan, pair.creator, secret)).body.id;
  admin = await aProfile(t, { role: 'admin' });
});

/** All responses to an admin, of every operation that changes nothing. */
async function readEverything(): Promise<{ name: string; text: string }[]> {
  const client = t.client(await aSession(t, admin.accountId));
  const { creator, fan } = pair;
  const ids = [creator.profileId, fan.profileId, creator.accountId, fan.accountId, messageId];
  const found = [];
  for (const [name, operation] of everyOperation) {
    if (operation.method !== 'GET') continue;
    const queries = [sampleQuery(operation), `?q=${encodeURIComponent(secret.slice(0, 13))}`];
    for (const id of operation.params ? ids : [''])
      for (const query of operation.query ? queries : [''])
        found.push({ name, text: (await client.request('GET', `${pathWith(operation, id)}${query}`)).text });
  }
  return found;
}

it('T88: staff read no message through any operation, by the ids of its people or its own', {
  tags: ['long'],
}, async () => {
  const all = await readEverything();
  expect(all.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([]);
  // The admin was let in, and the message is there.
  expect(all.find(({ name, text }) => name === 'adminUsers' && text.includes('"users"'))).toBeDefined();
  const { creator, fan } = pair;
  const own = await t.client(creator).call('listMessages', { params: { profileId: fan.profileId }, query: {} });
  expect(JSON.stringify(own.body)).toContain(secret);
});

it('T88: a message is shown to staff once one of its two people reports it, and each look is a row of the log', async () => {
  const report = { targetType: 'message' as const, targetId: messageId, reason: 'scam' as const };
  const { body: made } = await t.client(pair.creator).call('report', { body: report });
  const all = await readEverything();
  // The lists of reports say that there is one, and not what it holds.
  expect(all.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([]);
  const staff = t.client(await aSession(t, admin.accountId));
  const { body } = await staff.call('openReport', { params: { id: made.id } });
  expect(JSON.stringify(body)).toContain(secret);
  const rows = await t.db.selectFrom('audit_log').select('action').where('target_id', '=', made.id).execute();
  expect(rows).toEqual([{ action: 'report.opened' }]);
});
