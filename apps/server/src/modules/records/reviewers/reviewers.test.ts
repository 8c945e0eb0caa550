import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useConsents } from '../../../../test/consents.ts';
import { aCreator, anAccount, aProfile, aSession, type TestAccount } from '../../../../test/factories.ts';
import { useDesk } from '../../../../test/takedowns.ts';
import { newId } from '../../../platform/ids.ts';

const { t, people, complain, act, signIn } = useDesk();
const { aDraft, ask, giveConsent } = useConsents(t);
const hour = 3_600_000;
let first: TestAccount;
let second: TestAccount;
let mails = 0;
beforeAll(async () => {
  first = await anAccount(t, { role: 'admin', firstName: 'Naledi', lastName: 'Dube' });
  second = await anAccount(t, { role: 'admin' });
});
beforeEach(async () => {
  for (const who of [first, second]) Object.assign(who, await aSession(t, who.accountId));
});

const invite = (references: string[], email = 'jo@acquirer.example') =>
  t.client(first).call('inviteReviewer', {
    body: {
      ...{ reviewer: 'Jo Smit', organisation: 'Acquirer', email, reason: 'Yearly review', hours: 24, references },
    },
  });
const at = (id: string) => ({ params: { id } });

/** An approved access, with its link and code. */
async function anAccess(references: string[]) {
  mails += 1;
  const email = `jo${mails}@acquirer.example`;
  const { body } = await invite(references, email);
  const approved = await t.client(second).call('approveReviewer', at(body.id));
  expect(approved.status).toBe(200);
  const mail = (await t.context.mailer.outbox()).find(({ to }) => to === email);
  const token = /review\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(mail?.text).not.toContain(approved.body.code);
  return { id: body.id, token, code: approved.body.code };
}
const open = (keys: { token: string; code: string }) =>
  t.client().call('openReview', { body: { token: keys.token, code: keys.code } });
const read = (keys: { token: string; code: string }, position = 1) =>
  t.client().call('readReviewItem', { body: { token: keys.token, code: keys.code, position } });

describe('access of a reviewer', () => {
  it('is asked for by one, approved by another, and opens only what was chosen, with a watermark', async () => {
    const chosen = await complain({ class: 'image', description: 'Me, on a balcony', contact: '082 555 0101' });
    const other = await complain({ class: 'other', description: 'Not for reviewers' });
    await act(chosen, 'remove', people.moderator);
    const { body } = await invite([chosen.caseNumber, '2026-11']);
    expect(body).toMatchObject({ number: expect.stringMatching(/^RV-2611-\d{4}$/), state: 'asked', mayApprove: false });
    expect((await t.client(first).call('approveReviewer', at(body.id))).error?.code).toBe('FORBIDDEN');
    const keys = await anAccess([chosen.caseNumber, '2026-11']);
    const list = (await open(keys)).body;
    expect(list.items.map(({ reference }) => reference)).toEqual([chosen.caseNumber, '2026-11']);
    const page = await read(keys);
    expect(page.body.watermark).toMatch(/^Jo Smit, Acquirer, 2\d Nov 2026, \d\d:\d\d, RV-2611-/);
    expect(JSON.stringify(page.body)).toContain('Looked at it');
    // Neither the complainant's words nor their number.
    expect(JSON.stringify(page.body)).not.toMatch(/balcony|555 0101/);
    expect((await read(keys, 2)).body.sections[1]?.rows.length).toBeGreaterThan(20);
    expect((await read(keys, 3)).error?.code).toBe('NOT_FOUND');
    expect(JSON.stringify(list)).not.toContain(other.caseNumber);
  });

  it('opens items and consents by their ids: the owner of each by id, and no one’s name', async () => {
    const creator = await aCreator(t);
    const person = await aProfile(t, { firstName: 'Kyle', lastName: 'Naidoo' });
    const itemId = await aDraft(creator, { title: 'Harbour light' });
    const { person: asked } = await ask(creator, itemId, { profileId: person.profileId, name: 'Kyle on deck' });
    expect((await giveConsent(person, asked, itemId)).status).toBe(204);
    t.clock.advance(1_000);
    const link = await ask(creator, itemId, { name: 'Somebody else' });
    const keys = await anAccess([itemId.toUpperCase(), asked.id]);
    expect((await open(keys)).body.items).toEqual([
      { position: 1, type: 'item', reference: itemId },
      { position: 2, type: 'consent', reference: asked.id },
    ]);
    const { sections } = (await read(keys, 1)).body;
    const textOf = (section: number, label: string) => sections[section]?.rows.find((row) => row.label === label)?.text;
    expect(sections.map(({ title }) => title)).toEqual(['Item', 'Consent of person 1', 'Consent of person 2']);
    expect([textOf(0, 'State'), textOf(0, 'Who is in it, as its creator says')]).toEqual(['draft', 'me_and_others']);
    expect([textOf(1, 'Answer'), textOf(1, 'Given for the file as it is now')]).toEqual(['yes', 'yes']);
    expect([textOf(2, 'Answer'), textOf(2, 'Asked by a private link')]).toEqual(['asked', 'yes']);
    const consent = (await read(keys, 2)).body.sections;
    expect(consent[0]?.rows[0]).toEqual({ label: 'Item', text: itemId });
    const all = JSON.stringify([sections, consent]);
    expect(all).not.toMatch(/Kyle|Naidoo|Somebody|Harbour/);
    for (const secret of [person.accountId, creator.profileId, link.token]) expect(all).not.toContain(secret);

    await t.client(person).call('revokeConsent', at(asked.id));
    expect((await read(keys, 2)).body.sections[0]?.rows).toContainEqual({ label: 'Answer', text: 'revoked' });
    expect((await invite([newId()])).error?.details?.fields).toHaveProperty('references');
  });

  it('logs each look, for staff and in the audit log', async () => {
    const keys = await anAccess(['2026-11']);
    await open(keys);
    await read(keys);
    const [listed] = (await t.client(first).call('listReviewers')).body.filter(({ id }) => id === keys.id);
    expect([listed?.views, listed?.lastViewAt]).toEqual([2, t.clock.now().toISOString()]);
    const rows = await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('target_id', '=', keys.id)
      .orderBy('number')
      .execute();
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['reviewer.asked', first.accountId],
      ['reviewer.approved', second.accountId],
      ['reviewer.read', keys.id],
      ['reviewer.read', keys.id],
    ]);
  });

  it('ends by its time, when staff end it, and for good after five wrong codes', async () => {
    const [timed, ended, tried] = [
      await anAccess(['2026-11']),
      await anAccess(['2026-11']),
      await anAccess(['2026-11']),
    ];
    expect((await t.client(second).call('endReviewer', at(ended.id))).body.state).toBe('ended');
    expect((await open(ended)).error?.code).toBe('NOT_FOUND');
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await open({ ...tried, code: '00000000' })).error?.code).toBe('NOT_FOUND');
    expect((await open(tried)).error?.code).toBe('NOT_FOUND');
    expect((await open({ ...timed, token: 'x'.repeat(43) })).error?.code).toBe('NOT_FOUND');
    expect((await open(timed)).status).toBe(200);
    t.clock.advance(24 * hour + 1);
    await signIn();
    expect((await open(timed)).error?.code).toBe('NOT_FOUND');
    expect((await read(timed)).error?.code).toBe('NOT_FOUND');
  });

  it('is refused for a case that is not there', async () => {
    expect((await invite(['VT-2611-000000'])).error?.details?.fields).toHaveProperty('references');
  });
});
