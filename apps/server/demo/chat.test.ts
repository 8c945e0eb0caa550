import { beforeAll, describe, expect, it } from 'vitest';
import { aSession } from '../test/factories.ts';
import { useTestApp } from '../test/use-app.ts';
import { insertAnswers } from './answers.ts';
import { insertChat } from './chat.ts';
import { creatorThreads, fanThreads } from './chat-texts.ts';
import { insertPeople, type SamplePerson, samplePeople } from './people.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

let people: SamplePerson[];
const t = useTestApp({ runningClock: true, config: { demo: true } });
beforeAll(async () => {
  const now = t.clock.now();
  const client = await t.database.pool.connect();
  const random = createRandom(demoScale.seed);
  people = samplePeople(random, now).filter(({ n, sampleSlug }) => n === null || sampleSlug !== null || n < 2_700);
  await insertPeople(client, random, people, new Map(), now);
  await insertChat(client, people, now);
  await insertAnswers(client, people, now);
  client.release();
}, 60_000);

const signedIn = async (email: string) => {
  const account = people.find((person) => person.email === email);
  if (!account) throw new Error(`nobody called ${email}`);
  return t.client(await aSession(t, account.accountId));
};

describe('the sample threads', () => {
  it.each([
    ['fan@vlam.test', fanThreads.length - 1],
    // The fan's thread with them is theirs too.
    ['creator@vlam.test', creatorThreads.length],
  ])('of %s hold exactly five unread messages, and a stranger waits', async (email, inbox) => {
    const client = await signedIn(email);
    const list = await client.call('listConversations', { query: { limit: '50' } });
    expect(list.body).toMatchObject({ unread: 5, requests: 1 });
    expect(list.body.items).toHaveLength(inbox);
    expect(list.body.unreadThreads).toBe(list.body.items.filter(({ unread }) => unread > 0).length);
    expect(list.body.items.reduce((sum, { unread }) => sum + unread, 0)).toBe(5);
    expect((await client.call('currentUser')).body.unread.messages).toBe(5);
    expect((await client.call('discoveryCounters')).body.newMessages).toBe(5);
  });

  it('say of the sample creators how they answer, measured as for other members', async () => {
    await t.context.messaging.measureResponseTimes();
    const client = await signedIn('fan@vlam.test');
    for (const { profileId } of people.filter(({ sampleSlug }) => sampleSlug !== null)) {
      const { body } = await client.call('getProfile', { params: { id: profileId } });
      expect(body.stats.responseRate).toBeGreaterThan(80);
      expect(body.stats.responseRate).toBeLessThan(100);
      expect(body.responseTime).toBeLessThan(96);
    }
  });

  it('go on: what the fan writes takes the next place', async () => {
    const client = await signedIn('fan@vlam.test');
    const [thread] = (await client.call('listConversations', { query: {} })).body.items;
    if (!thread?.lastMessage) throw new Error('no thread');
    const sent = await client.call('sendMessage', {
      params: { profileId: thread.profile.id },
      body: { clientId: crypto.randomUUID(), content: 'Yes, please' },
    });
    expect(sent.body.seq).toBe(thread.lastMessage.seq + 1);
  });

  it('sound like adults who like each other: no link, number or payment in them', async () => {
    const { findWarnings } = await import('@vlam/contract/rules/message-warnings');
    const texts = [...fanThreads, ...creatorThreads].flatMap(({ lines }) => lines.map(([, , text]) => text));
    for (const text of texts) expect([text, findWarnings(text)]).toEqual([text, []]);
  });
});
