import { describe, expect, it } from 'vitest';
import { anAccount, aProfile } from '../../../test/factories.ts';
import { useDesk } from '../../../test/takedowns.ts';
import { addBusinessDays } from '../../platform/business-days.ts';

const { t, people, signIn, complain, statusOf, act, opened, aPublishedPicture, see } = useDesk();

describe('T122: number and PIN', () => {
  it('close a case for an hour after five wrong PINs, with the same answer as for none', async () => {
    const keys = await complain({ class: 'other', description: 'Somebody writes my name' });
    const wrong = { caseNumber: keys.caseNumber, pin: keys.pin === '000000' ? '111111' : '000000' };
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) answers.push(await statusOf(wrong));
    answers.push(await statusOf(keys), await statusOf({ caseNumber: 'VT-2611-000000', pin: '123456' }));
    const messages = answers.map(({ status, error }) => `${status} ${error?.code} ${error?.message}`);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain('404 NOT_FOUND');
    t.clock.advance(3_600_001);
    expect((await statusOf(keys)).body.messages.map(({ text }) => text)).toEqual(['Somebody writes my name']);
  });

  it('are stored hashed and sealed', async () => {
    const keys = await complain({ class: 'other', description: 'A secret place', contact: 'thandi@people.test' });
    const rows = await t.db.selectFrom('takedown_cases').selectAll().execute();
    const text = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const secret of [keys.pin, 'thandi', 'A secret place']) expect(text).not.toContain(secret);
    expect((await opened(keys)).body).toMatchObject({ contact: 'thandi@people.test' });
  });

  it('let a complainant add a message and more pictures while the case is open', async () => {
    const { print, contentId } = await aPublishedPicture();
    const keys = await complain({ class: 'image', description: 'Near the pool' });
    const { caseNumber, pin } = keys;
    const added = await t
      .client()
      .call('addToTakedown', { body: { caseNumber, pin, text: 'This one', fingerprints: [print] } });
    expect(added.body).toMatchObject({
      prints: [print.print],
      messages: [{ text: 'Near the pool' }, { text: 'This one' }],
    });
    await t.drain();
    expect((await see(contentId)).status).toBe(404);
    const more = Array.from({ length: 5 }, () => print);
    expect(
      (await t.client().call('addToTakedown', { body: { caseNumber, pin, fingerprints: more } })).error?.code,
    ).toBe('CONFLICT');
    await act(keys, 'refuse');
    expect((await t.client().call('addToTakedown', { body: { caseNumber, pin, text: 'And' } })).error?.code).toBe(
      'CONFLICT',
    );
  });
});

describe('an appeal', () => {
  const appeal = (keys: { caseNumber: string; pin: string }) =>
    t
      .client()
      .call('appealTakedown', { body: { caseNumber: keys.caseNumber, pin: keys.pin, text: 'Please look again' } });

  it('of a refusal is decided by someone else, once, within seven days', async () => {
    const keys = await complain({ class: 'copyright', description: 'My picture' });
    expect((await appeal(keys)).error?.code).toBe('CONFLICT');
    await act(keys, 'refuse');
    const asked = await appeal(keys);
    expect(asked.body).toMatchObject({ state: 'open', mayAppeal: false });
    expect(new Date(asked.body.dueAt).getTime() - t.clock.now().getTime()).toBe(7 * 86_400_000);
    expect((await opened(keys)).body).toMatchObject({ isAppeal: true, isOwnDecision: true });
    expect((await act(keys, 'refuse')).error?.code).toBe('FORBIDDEN');
    expect((await act(keys, 'refuse', await anAccount(t, { role: 'admin' }))).status).toBe(200);
    expect((await appeal(keys)).error?.code).toBe('CONFLICT');
  });

  it('is open for fourteen days, and always to a person who is in it', async () => {
    const [other, depicted] = [
      await complain({ class: 'copyright', description: 'My picture' }),
      await complain({ class: 'image', description: 'I am in it' }),
    ];
    for (const keys of [other, depicted]) await act(keys, 'refuse');
    t.clock.advance(14 * 86_400_000 + 1);
    expect((await appeal(other)).error?.code).toBe('CONFLICT');
    expect((await appeal(depicted)).status).toBe(200);
  });
});

describe('T123: the desk is not a weapon', () => {
  it('stops hiding by the machine for a complainant whose complaints were unfounded, and shows them no difference', async () => {
    const contact = 'again@people.test';
    for (let time = 0; time < 2; time += 1) {
      const { print } = await aPublishedPicture();
      await act(await complain({ class: 'image', fingerprints: [print], contact }, `41.9.${time}.1`), 'refuse');
    }
    const { print, contentId } = await aPublishedPicture();
    const third = await complain({ class: 'image', fingerprints: [print], contact: ' AGAIN@people.test' }, '41.9.5.1');
    expect(third.status).toBe(201);
    expect((await see(contentId)).status).toBe(200);
    expect((await opened(third)).body).toMatchObject({ unfounded: 2, files: 1, hidden: 0 });
    // One that was upheld makes good for them.
    await act(third, 'remove');
    const next = await aPublishedPicture();
    await complain({ class: 'image', fingerprints: [next.print], contact }, '41.9.6.1');
    expect((await see(next.contentId)).status).toBe(404);
  });

  it('hides by at most ten cases a day of one network; the eleventh waits for a person', async () => {
    for (let time = 0; time < 10; time += 1)
      await complain({ class: 'image', description: 'x' }, `41.200.3.${time}`, { search: false });
    const { print, contentId } = await aPublishedPicture();
    expect((await complain({ class: 'image', fingerprints: [print] }, '41.200.3.200')).status).toBe(201);
    expect((await see(contentId)).status).toBe(200);
    await complain({ class: 'image', fingerprints: [print] }, '41.200.4.1');
    expect((await see(contentId)).status).toBe(404);
  });

  it('takes at most a hundred cases a day of one network', async () => {
    await complain({ class: 'other', description: 'x' }, '41.201.3.1');
    const [row] = await t.db.selectFrom('takedown_cases').selectAll().execute();
    if (!row) throw new Error('no case');
    await t.db
      .insertInto('takedown_cases')
      .values(
        Array.from({ length: 99 }, (_, index) => ({
          ...row,
          id: crypto.randomUUID(),
          number: `VT-2611-9${String(index).padStart(5, '0')}`,
        })),
      )
      .execute();
    expect((await complain({ class: 'other', description: 'x' }, '41.201.3.9')).status).toBe(429);
  });
});

describe('the queue', () => {
  it('lists the least time left first, and counts the late ones for staff', async () => {
    const slow = await complain({ class: 'copyright', description: 'x' });
    const fast = await complain({ class: 'minor', description: 'x' });
    const listed = await t.client(people.moderator).call('listTakedowns');
    expect(listed.body.map(({ caseNumber }) => caseNumber)).toEqual([fast.caseNumber, slow.caseNumber]);
    expect(listed.body[1]?.dueAt).toBe(addBusinessDays(t.clock.now(), 3).toISOString());
    const waiting = async () => (await t.client(people.moderator).call('staffWaiting')).body;
    expect(await waiting()).toMatchObject({ takedowns: 2, lateTakedowns: 0 });
    t.clock.advance(3_600_001);
    await signIn();
    expect(await waiting()).toMatchObject({ takedowns: 2, lateTakedowns: 1 });
    await act(fast, 'refuse');
    expect(await waiting()).toMatchObject({ takedowns: 1, lateTakedowns: 0 });
    const decided = await t.client(people.moderator).call('listTakedowns', { query: { state: 'decided' } });
    expect(decided.body.map(({ caseNumber }) => caseNumber)).toEqual([fast.caseNumber]);
  });
});

describe('the list of cases', () => {
  it('is filtered by class and lateness, and exported without who complained and what they wrote', async () => {
    const description = 'The blue room, from behind';
    const keys = await complain({ class: 'copyright', description });
    const staff = await aProfile(t, { role: 'moderator' });
    const numbers = async (query: object) =>
      (await t.client(staff).call('listTakedowns', { query })).body.map(({ caseNumber }) => caseNumber);
    expect(await numbers({ class: 'copyright' })).toContain(keys.caseNumber);
    expect(await numbers({ class: 'threat' })).not.toContain(keys.caseNumber);
    expect(await numbers({ late: 'true' })).not.toContain(keys.caseNumber);
    const answer = await t.client(staff).request('GET', '/api/admin/takedowns/export.csv?class=copyright');
    expect([answer.status, answer.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="vlam-takedowns.csv"',
    ]);
    expect(answer.text).toContain(keys.caseNumber);
    for (const part of [description, keys.pin, '@']) expect(answer.text).not.toContain(part);
    const { rows } = await t.database.pool.query(
      "select details from audit_log where action = 'takedowns.exported' and actor_id = $1",
      [staff.accountId],
    );
    expect(rows).toEqual([{ details: { state: 'open', class: 'copyright', rows: expect.any(Number) } }]);
  });
});
