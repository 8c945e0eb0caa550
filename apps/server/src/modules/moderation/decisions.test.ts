import { operatorSettings } from '@vlam/contract/rules/operator-settings';
import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestAccount, type TestProfile } from '../../../test/factories.ts';
import { aRatedDraft, at } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

const t = useTestApp();

const dayMs = 86_400_000;
const staff = () => Promise.all([aProfile(t, { role: 'moderator' }), aProfile(t, { role: 'moderator' })]);
const decisionsOf = async (who: TestAccount) => (await t.client(who).call('ownDecisions')).body;
const latestOf = async (who: TestAccount) => {
  const [latest] = (await decisionsOf(who)).items;
  if (!latest) throw new Error('no decision');
  return latest;
};
const appeal = (who: TestAccount, id: string, text = 'This is my own work, and nobody else is in it') =>
  t.client(who).call('appealDecision', { ...at(id), body: { text } });
const answer = (who: TestAccount, id: string, decision: 'uphold' | 'reverse') =>
  t.client(who).call('decideAppeal', { ...at(id), body: { decision, reason: 'Looked at it again' } });
const against = (contentId: string, rule: 'consent' | 'spam' = 'consent') => ({
  body: { contentId, rule, reason: 'Nobody else in it agreed' },
});
/** A published item. */
async function anItem(creator: TestProfile, title = 'Blue hour'): Promise<string> {
  const { id } = await aRatedDraft(t, creator, { title });
  await t.client(creator).call('publishContent', at(id));
  return id;
}
const isListed = async (viewer: TestProfile, contentId: string) =>
  (await t.client(viewer).call('contentFeed')).body.items.some(({ id }) => id === contentId);

describe('a decision of staff', () => {
  it('notifies the creator with its rule and strikes, and no one else', async () => {
    const [[moderator], creator, fan] = [await staff(), await aCreator(t), await aProfile(t)];
    const contentId = await anItem(creator);
    expect(await isListed(fan, contentId)).toBe(true);
    expect((await t.client(moderator).call('flagContent', against(contentId))).status).toBe(204);
    expect(await isListed(fan, contentId)).toBe(false);
    expect(await latestOf(creator)).toMatchObject({
      action: 'held_back',
      rule: 'consent',
      reason: 'Nobody else in it agreed',
      subject: 'Blue hour',
      targetType: 'content',
      evidence: 'item',
      isAutomatic: false,
      strikes: 0,
      appeal: null,
    });
    expect((await t.client(moderator).call('flagContent', against(contentId))).error?.code).toBe('CONFLICT');
    await t.client(moderator).call('deleteContent', against(contentId));
    expect(await latestOf(creator)).toMatchObject({ action: 'removed', strikes: 1 });
    expect((await decisionsOf(creator)).strikes).toBe(1);
    expect(await decisionsOf(fan)).toMatchObject({ items: [], strikes: 0 });
    const { id } = await latestOf(creator);
    expect((await appeal(fan, id)).error?.code).toBe('NOT_FOUND');
  });

  it('says on what it rests, as it was then', async () => {
    const [[moderator], creator] = [await staff(), await aCreator(t)];
    const body = { userId: creator.accountId, rule: 'spam', reason: 'The same message to many' };
    const warned = await t.client(moderator).call('warnMember', { body });
    expect(warned.body).toMatchObject({ action: 'warned' });
    expect(await latestOf(creator)).toMatchObject({ action: 'warned', evidence: 'account' });
    const kept = t.db.updateTable('staff_decisions').set({ evidence: 'payments' });
    await kept.where('account_id', '=', creator.accountId).execute();
    expect(await latestOf(creator)).toMatchObject({ evidence: 'payments' });
  });

  it('is not made about one’s own item, nor a warning about oneself or staff', async () => {
    const [[moderator, other], own] = [await staff(), await aCreator(t, { role: 'moderator' })];
    const contentId = await anItem(own);
    expect((await t.client(own).call('flagContent', against(contentId))).error?.code).toBe('CONFLICT');
    const warn = (userId: string) =>
      t.client(moderator).call('warnMember', { body: { userId, rule: 'threats', reason: 'Threats in a chat' } });
    for (const { accountId } of [moderator, other]) expect((await warn(accountId)).error?.code).toBe('FORBIDDEN');
    expect((await warn(newId())).error?.code).toBe('NOT_FOUND');
    const member = await aProfile(t);
    expect((await warn(member.accountId)).body).toMatchObject({ action: 'warned', rule: 'threats', strikes: 1 });
    const { rows } = await t.database.pool.query(
      "select actor_id, reason, details from audit_log where action = 'user.warned' and target_id = $1",
      [member.accountId],
    );
    expect(rows).toEqual([
      { actor_id: moderator.accountId, reason: 'Threats in a chat', details: { rule: 'threats' } },
    ]);
  });
});

describe('an appeal', () => {
  it('is answered once, by other staff; a reversal publishes what was held back and ends the strikes', async () => {
    const [[moderator, other], creator, fan] = [await staff(), await aCreator(t), await aProfile(t)];
    const contentId = await anItem(creator);
    await t.client(moderator).call('flagContent', against(contentId));
    const { id } = await latestOf(creator);
    const sent = (await appeal(creator, id)).body;
    expect(sent).toMatchObject({ appealUntil: null, appeal: { state: 'open', answer: null } });
    expect(Date.parse(sent.appeal?.dueAt ?? '') - Date.parse(sent.appeal?.at ?? '')).toBe(7 * dayMs);
    expect((await appeal(creator, id)).error?.code).toBe('CONFLICT');
    const waiting = (await t.client(moderator).call('listAppeals')).body.items.find((each) => each.id === id);
    expect(waiting).toMatchObject({ isParty: true, member: { accountId: creator.accountId }, targetId: contentId });
    expect((await answer(moderator, id, 'reverse')).error?.code).toBe('FORBIDDEN');
    expect((await answer(other, id, 'reverse')).body).toMatchObject({ appeal: { state: 'reversed' } });
    expect((await answer(other, id, 'uphold')).error?.code).toBe('CONFLICT');
    expect(await isListed(fan, contentId)).toBe(true);
    expect(await latestOf(creator)).toMatchObject({ appeal: { state: 'reversed', answer: 'Looked at it again' } });
    const log = await t.database.pool.query("select actor_id, details from audit_log where action = 'appeal.reversed'");
    expect(log.rows).toMatchObject([{ actor_id: other.accountId, details: { decision: id, restored: true } }]);

    const warned = await t
      .client(moderator)
      .call('warnMember', { body: { userId: creator.accountId, rule: 'spam', reason: 'The same text to many' } });
    expect((await decisionsOf(creator)).strikes).toBe(1);
    await appeal(creator, warned.body.id);
    await answer(other, warned.body.id, 'reverse');
    expect(await decisionsOf(creator)).toMatchObject({ strikes: 0, items: [{ strikes: 0 }, {}] });
  });

  it('is possible for fourteen days', async () => {
    const [[moderator], member] = [await staff(), await aProfile(t)];
    const warn = () =>
      t
        .client(moderator)
        .call('warnMember', { body: { userId: member.accountId, rule: 'spam', reason: 'The same text to many' } });
    const [first, second] = [(await warn()).body.id, (await warn()).body.id];
    const { accountId } = member;
    const { decisions } = t.context.compliance;
    t.clock.advance(14 * dayMs - 1);
    await decisions.appeal(accountId, first, 'I never wrote that text');
    t.clock.advance(1);
    await expect(decisions.appeal(accountId, second, 'Nor that one, at all')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await decisions.list(accountId, {})).items.map(({ appealUntil }) => appealUntil)).toEqual([null, null]);
  });

  it('against a suspension needs the password, and staff who manage users', async () => {
    const [one, two] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'admin' })];
    const [moderator] = await staff();
    const password = 'a long evening walk';
    const email = `${newId()}@people.test`;
    const names = { firstName: 'Lerato', lastName: 'Khumalo' };
    const accountId = await t.context.identity.createAccount(t.db, { email, password, ...names, ageVerified: true });
    const write = (secret: string) =>
      t.client().call('appealSuspension', {
        body: { email, password: secret, text: 'Somebody else wrote from my phone' },
      });
    expect((await write(password)).error?.code).toBe('CONFLICT');
    await t.client(one).call('suspendUser', {
      body: { userId: accountId, reason: 'Threats in a chat', rule: 'threats' },
    });
    expect((await write('not the password')).error?.code).toBe('INVALID_CREDENTIALS');
    expect((await write(password)).status).toBe(204);
    expect((await write(password)).error?.code).toBe('CONFLICT');
    const items = (await t.client(moderator).call('listAppeals')).body.items;
    const [waiting] = items.filter(({ member }) => member.accountId === accountId);
    expect(waiting).toMatchObject({ action: 'suspended', rule: 'threats', reason: 'Threats in a chat' });
    const id = waiting?.id ?? '';
    expect((await answer(moderator, id, 'reverse')).error?.code).toBe('FORBIDDEN');
    expect((await answer(one, id, 'reverse')).error?.code).toBe('FORBIDDEN');
    expect((await answer(two, id, 'reverse')).status).toBe(200);
    const signedIn = await t.client().call('login', { body: { email, password } });
    expect(signedIn.status).toBe(200);
  });
});

describe('strikes', () => {
  const strike = async (moderator: TestAccount, { accountId }: TestAccount, times: number) => {
    for (let time = 0; time < times; time += 1)
      await t
        .client(moderator)
        .call('warnMember', { body: { userId: accountId, rule: 'spam', reason: `Warning ${time}, the same again` } });
  };
  const publish = async (creator: TestProfile) => {
    const draft = await aRatedDraft(t, creator);
    return (await t.client(creator).call('publishContent', at(draft.id))).body.state;
  };

  it('make new items of a verified creator wait for a moderator, until they lapse', async () => {
    const [[moderator], creator] = [await staff(), await aCreator(t)];
    await strike(moderator, creator, 2);
    expect(await publish(creator)).toBe('published');
    await strike(moderator, creator, 1);
    expect(await publish(creator)).toBe('review');
    await strike(moderator, creator, 2);
    const waiting = await t.db
      .selectFrom('content_items')
      .select('id')
      .where('profile_id', '=', creator.profileId)
      .where('state', '=', 'review')
      .executeTakeFirstOrThrow();
    expect((await t.client(moderator).call('reviewContent', at(waiting.id))).body.strikes).toBe(5);
    const now = t.clock.now().getTime();
    const count = async () =>
      (await t.context.compliance.decisions.countStrikes(t.db, [creator.accountId])).get(creator.accountId);
    expect(await count()).toBe(5);
    t.clock.advance(operatorSettings.strikeDays.initial * dayMs + 1);
    expect(await count()).toBeUndefined();
    t.clock.advance(now - t.clock.now().getTime());
  });

  it('follow a person to another account', async () => {
    const [[moderator], first, second] = [await staff(), await aProfile(t), await aProfile(t)];
    const insert = (accountId: string) =>
      t.database.pool.query(
        `insert into age_verifications (account_id, id_number_index, id_number_sealed, date_of_birth_sealed, document_type,
            document_number_sealed, method)
          values ($1, decode(repeat('ab', 32), 'hex'), '\\x00', '\\x00', 'passport', '\\x00', 'test')
          on conflict (account_id) do update set id_number_index = excluded.id_number_index, state = 'accepted'`,
        [accountId],
      );
    await insert(first.accountId);
    await strike(moderator, first, 2);
    await t.database.pool.query('delete from age_verifications where account_id = $1', [first.accountId]);
    await insert(second.accountId);
    const counted = await t.context.compliance.decisions.countStrikes(t.db, [first.accountId, second.accountId]);
    expect(Object.fromEntries(counted)).toEqual({ [first.accountId]: 2, [second.accountId]: 2 });
  });
});
