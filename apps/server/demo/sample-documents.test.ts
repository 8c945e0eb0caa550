import { expect, it } from 'vitest';
import { aProfile } from '../test/factories.ts';
import { useTestApp } from '../test/use-app.ts';
import { insertPeople, samplePeople } from './people.ts';
import { createRandom } from './random.ts';
import { insertDocuments } from './sample-documents.ts';
import { demoScale } from './scale.ts';
import { birthDateOf } from './staff-log.ts';
import { absentMembers } from './waiting-photos.ts';

const t = useTestApp({ runningClock: true });

it('gives staff two drawn documents that can be opened, and accepted by the date in them', {
  tags: ['long'],
}, async () => {
  const now = t.clock.now();
  const random = createRandom(demoScale.seed);
  const people = absentMembers(samplePeople(random, now)).slice(0, 6);
  const client = await t.database.pool.connect();
  await insertPeople(client, random, people, new Map(), now);
  client.release();
  await insertDocuments(t.context, people, now);

  const staff = t.client(await aProfile(t, { role: 'admin' }));
  const { items } = (await staff.call('listIdentityDocuments')).body;
  expect(items.map(({ documentType }) => documentType).sort()).toEqual(['id_document', 'passport']);
  for (const { id, accountId } of items) {
    const { picture } = (await staff.call('openIdentityDocument', { params: { id } })).body;
    expect(picture).toMatch(/^data:image\/webp;base64,/);
    const person = people.find((each) => each.accountId === accountId);
    if (!person) throw new Error('a document of nobody');
    const body = { decision: 'accept' as const, dateOfBirth: birthDateOf(person, now), reason: 'Seen' };
    expect((await staff.call('decideIdentityDocument', { params: { id }, body })).status).toBeLessThan(300);
  }
});
