import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aCreator, aProfile } from '../../../test/factories.ts';
import { aRatedDraft, at, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

it('lists every classification of one’s own items, newest first, by a part of the title', async () => {
  const creator = await aCreator(t);
  const own = t.client(creator);
  const item = await aRatedDraft(t, creator, { title: 'Harbour lamps' });
  t.clock.advance(1_000);
  await own.call('updateContent', {
    ...at(item.id),
    body: { classificationAnswers: { ...mildAnswers, harm: 'graphic' } },
  });
  t.clock.advance(1_000);
  await aRatedDraft(t, creator, { title: '100% velvet' });
  await aRatedDraft(t, await aCreator(t), { title: 'Harbour of another' });
  const list = async (query: object = {}) =>
    (await own.call('listClassificationRegister', { query: { ...query } })).body;
  expect((await list()).items).toMatchObject([
    { title: '100% velvet', classification: '16', isAnswered: true, state: 'draft' },
    { title: 'Harbour lamps', classification: '18', rating: '18 L V', warningLabels: ['L', 'V'] },
    { title: 'Harbour lamps', classification: '16', rating: '16 L' },
  ]);
  expect((await list({ q: 'harbour' })).items).toHaveLength(2);
  expect((await list({ q: '%' })).items).toHaveLength(1);
  const first = await list({ limit: 2 });
  expect(first.items).toHaveLength(2);
  const rest = await list({ limit: 2, cursor: first.nextCursor ?? '' });
  expect([rest.items.map(({ rating }) => rating), rest.nextCursor]).toEqual([['16 L'], null]);
  expect((await own.call('complianceStatus')).body.registers.classifications).toBe(3);
  const file = await own.call('exportClassificationRegister');
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.text.trim().split('\r\n')).toHaveLength(4);
  expect(file.text).not.toContain('another');
});

it('lists who is in one’s own items and what they answered, linked people by their name', async () => {
  const creator = await aCreator(t);
  const own = t.client(creator);
  const item = await aRatedDraft(t, creator, { title: 'Two of us', depicts: 'me_and_others' });
  const friend = await aProfile(t, { displayName: 'Naledi' });
  await own.call('askConsent', { ...at(item.id), body: { profileId: friend.profileId, name: 'Naledi' } });
  t.clock.advance(1_000);
  await own.call('askConsent', { ...at(item.id), body: { name: 'Marius Botha' } });
  const { items } = (await own.call('listConsentRegister')).body;
  expect(items).toMatchObject([
    { title: 'Two of us', name: 'Marius Botha', isLinked: true, state: 'asked', fileHash: null },
    { title: 'Two of us', name: 'Naledi', isLinked: false, state: 'asked', wording: expect.any(Number) },
  ]);
  expect((await own.call('complianceStatus')).body.registers.consents).toBe(2);
  expect((await own.call('exportConsentRegister')).text).toContain('"Marius Botha","Private link","asked"');
  const no = items.find(({ name }) => name === 'Naledi')?.id ?? '';
  await t.client(friend).call('answerConsent', { ...at(no), body: { answer: 'no' } });
  const [, refused] = (await own.call('listConsentRegister')).body.items;
  expect(refused).toMatchObject({ name: 'Naledi', state: 'no', scope: [] });
  // Nor has one that was stored before that rule, once the migration has run.
  const before = "update content_people set scope = '{publish,sell}' where id = $1";
  await t.database.pool.query(before, [no]);
  const scopes = async () =>
    (await own.call('listConsentRegister')).body.items.map(({ state, scope }) => [state, scope]);
  const asked = ['asked', ['publish', 'sell']];
  expect(await scopes()).toEqual([asked, ['no', ['publish', 'sell']]]);
  const migration = join(import.meta.dirname, '../../../migrations/0711-content.scope-of-a-no.sql');
  await t.database.pool.query(await readFile(migration, 'utf8'));
  expect(await scopes()).toEqual([asked, ['no', []]]);
  // Neither a request nor a no says that something was agreed to.
  expect((await own.call('exportConsentRegister')).text).not.toContain('publish sell');
  expect((await t.client(await aCreator(t)).call('listConsentRegister')).body.items).toEqual([]);
  expect((await t.client(friend).call('listConsentRegister')).error?.code).toBe('CREATOR_PROFILE_REQUIRED');
});
