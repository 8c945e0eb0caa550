import { beforeAll, expect, it } from 'vitest';
import { adult, useConsents } from '../../../test/consents.ts';
import { aCreator, anAccount, aProfile, type TestAccount } from '../../../test/factories.ts';
import { at } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { inCredits } from '../../platform/shown-price.ts';

const t = useTestApp();
const { aDraft, ask, byLink, fileOf } = useConsents(t);
let admin: TestAccount;
let linked: { id: string; contentId: string };

beforeAll(async () => {
  admin = await anAccount(t, { role: 'admin' });
  const creator = await aCreator(t, { identityChecked: true });
  const contentId = await aDraft(creator, { title: 'Two at the window' });
  const friend = await aProfile(t, { firstName: 'Kyle', lastName: 'Naidoo' });
  await ask(creator, contentId, { profileId: friend.profileId, name: 'Kyle' });
  const {
    person: { id },
    token,
  } = await ask(creator, contentId, { name: 'Lerato' });
  const answered = await byLink(token, { ...adult, answer: 'yes', mediaId: await fileOf(contentId) });
  expect(answered.status).toBe(204);
  linked = { id, contentId };
  await t.context.compliance.recordStartNow(friend.accountId, 'gold', inCredits(5));
});

const list = (kind: string, more: Record<string, string> = {}) =>
  t.client(admin).call('listAllConsents', { query: { kind, ...more } });
const logged = async (action: string) =>
  t.db.selectFrom('audit_log').select(['target_id', 'reason']).where('action', '=', action).orderBy('number').execute();

it('shows who agreed to what in which wording, and no name of a person without an account', async () => {
  const { items } = (await list('picture')).body;
  expect(items).toMatchObject([
    { id: linked.id, who: null, isLinked: true, what: 'Two at the window', state: 'yes', wording: expect.any(Number) },
    { who: { name: 'Kyle Naidoo' }, isLinked: false, state: 'asked', answeredAt: null },
  ]);
  expect(JSON.stringify(items)).not.toMatch(/Lerato|Dube/);
  expect((await list('purchase')).body.items).toMatchObject([
    { who: { name: 'Kyle Naidoo' }, what: 'start_now gold', state: 'yes' },
  ]);
  expect((await list('selfie')).body.items).toEqual([]);
  expect((await logged('consent.listed')).map((row) => row.target_id)).toEqual(['picture', 'purchase', 'selfie']);
});

it('lists the consent of an identity document, and that it was taken back', async () => {
  const member = await aProfile(t, { firstName: 'Nomsa', lastName: 'Radebe' });
  const sent = (state: string) =>
    t.db
      .insertInto('identity_documents')
      .values({
        ...{ id: newId(), account_id: member.accountId, document_type: 'passport', state, consent_version: 2 },
        ...{ sent_at: t.clock.now(), document_sealed: state === 'waiting' ? Buffer.from('sealed') : null },
      })
      .execute();
  await sent('withdrawn');
  await sent('waiting');
  const each = { who: { name: 'Nomsa Radebe' }, isLinked: false, what: null, wording: 2 };
  expect((await list('document')).body.items).toMatchObject([
    { ...each, state: 'yes' },
    { ...each, state: 'revoked' },
  ]);
});

it('goes on where a page ended, and refuses the cursor of another register', async () => {
  const first = (await list('picture', { limit: '1' })).body;
  const second = (await list('picture', { limit: '1', cursor: first.nextCursor ?? '' })).body;
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([1, 1, null]);
  expect(first.items[0]?.id).not.toBe(second.items[0]?.id);
  expect((await list('purchase', { cursor: first.nextCursor ?? '' })).error?.code).toBe('VALIDATION_FAILED');
});

it('opens a sealed name for a reason, which the log keeps', async () => {
  const open = (reason: string) => t.client(admin).call('openConsent', { ...at(linked.id), body: { reason } });
  expect((await open('')).error?.code).toBe('VALIDATION_FAILED');
  expect(await logged('consent.opened')).toEqual([]);
  expect((await open('The film board asks')).body).toEqual({
    name: 'Lerato',
    legalName: adult.name,
    birthDate: adult.birthDate,
  });
  expect(await logged('consent.opened')).toEqual([{ target_id: linked.id, reason: 'The film board asks' }]);
  expect(
    (await t.client(admin).call('openConsent', { ...at(linked.contentId), body: { reason: 'Who' } })).error?.code,
  ).toBe('NOT_FOUND');
});

it('exports a register without sealed names, with a row of the log', async () => {
  const { text } = await t.client(admin).call('exportAllConsents', { query: { kind: 'picture' } });
  expect(text).toContain(`"${linked.id}","sealed","private link","Two at the window"`);
  expect(text).toContain('"Kyle Naidoo","member"');
  expect(text).not.toMatch(/Lerato|Dube/);
  expect((await logged('consent.exported')).map((row) => row.target_id)).toEqual(['picture']);
});
