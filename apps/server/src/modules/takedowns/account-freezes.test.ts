import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useDesk } from '../../../test/takedowns.ts';

const { t, people, complain, act, opened, audits, aPublishedPicture } = useDesk();

const accountOf = ({ accountId }: TestProfile) => t.context.identity.getAccount(t.db, accountId);
const frozenOf = async ({ accountId }: TestProfile) =>
  (await t.context.payments.freezes.list(t.db, [accountId])).get(accountId) ?? null;
/** [suspended, money held] */
const heldOf = async (who: TestProfile) => [
  (await accountOf(who)).suspendedAt !== null,
  (await frozenOf(who))?.holdsSpending ?? false,
];

describe('T121: the account of a file where a person may be under 18', () => {
  it('is frozen with its payouts when the case finds the file, without a word about it, and released by a refusal', async () => {
    const owner = await aCreator(t);
    const { print } = await aPublishedPicture({ of: owner });
    expect(await heldOf(owner)).toEqual([false, false]);
    const keys = await complain({ class: 'minor', fingerprints: [print] });
    expect(await heldOf(owner)).toEqual([true, true]);
    expect((await accountOf(owner)).suspendedReason).toBe('We are checking something about this account');
    expect((await t.client(owner).call('currentUser')).status).toBe(401);
    expect((await opened(keys)).body).toMatchObject({ frozenAccounts: 1, showsPictures: false });
    expect(await audits(keys)).toEqual(['takedown.hidden', 'takedown.frozen', 'takedown.opened']);
    const kinds = await t.db
      .selectFrom('notifications')
      .select('kind')
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(kinds).toEqual([]);

    await act(keys, 'refuse');
    expect(await heldOf(owner)).toEqual([false, false]);
    expect((await audits(keys)).slice(3)).toEqual(['takedown.released', 'takedown.restored', 'takedown.refused']);
  });

  it('stays frozen when it is upheld, and who decides about money has a case of it', async () => {
    const owner = await aCreator(t);
    const { print } = await aPublishedPicture({ of: owner });
    const keys = await complain({ class: 'minor', fingerprints: [print] });
    await act(keys, 'remove');
    expect(await heldOf(owner)).toEqual([true, true]);
    const admin = t.client(await aProfile(t, { role: 'admin' }));
    const { items } = (await admin.call('listRiskCases', { query: { state: 'frozen' } })).body;
    const [found] = items.filter(({ member }) => member.profileId === owner.profileId);
    expect(found).toMatchObject({ state: 'frozen', signals: [] });
    const cleared = await admin.call('clearRiskCase', {
      params: { id: found?.id ?? '' },
      body: { reason: 'Another account had used the file' },
    });
    expect(cleared.status).toBe(200);
    expect(await heldOf(owner)).toEqual([true, false]);
  });

  it('is held until the last of several cases is decided, and by a reason of staff beyond them', async () => {
    const owner = await aCreator(t);
    const { print } = await aPublishedPicture({ of: owner });
    const [first, second] = [
      await complain({ class: 'minor', fingerprints: [print] }),
      await complain({ class: 'minor', fingerprints: [print] }),
    ];
    await act(first, 'refuse');
    expect(await heldOf(owner)).toEqual([true, true]);
    await t.context.identity.unsuspend(t.db, owner.accountId);
    await t.context.identity.suspend(t.db, owner.accountId, 'Threats in two chats');
    await act(second, 'refuse');
    expect(await heldOf(owner)).toEqual([true, false]);
  });

  it('is released by the last case alone', async () => {
    const owner = await aCreator(t);
    const { print } = await aPublishedPicture({ of: owner });
    const [first, second] = [
      await complain({ class: 'minor', fingerprints: [print] }),
      await complain({ class: 'minor', fingerprints: [print] }),
    ];
    await act(first, 'refuse');
    await act(second, 'refuse');
    expect(await heldOf(owner)).toEqual([false, false]);
  });

  it('of staff keeps its session, so that no complaint closes the desk; its money is held', async () => {
    const owner = await aCreator(t, { role: 'moderator' });
    const { print } = await aPublishedPicture({ of: owner });
    await complain({ class: 'minor', fingerprints: [print] });
    expect(await heldOf(owner)).toEqual([false, true]);
  });

  it('is left alone by a case of another class', async () => {
    const owner = await aCreator(t);
    const { print } = await aPublishedPicture({ of: owner });
    await complain({ class: 'image', fingerprints: [print] });
    expect(await heldOf(owner)).toEqual([false, false]);
    expect(people.creator.accountId).not.toBe(owner.accountId);
  });
});
