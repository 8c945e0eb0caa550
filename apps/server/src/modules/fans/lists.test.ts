import { fanLimits } from '@vlam/contract/rules/fans';
import { describe, expect, it } from 'vitest';
import { chatsOf } from '../../../test/chats.ts';
import { aCreator, aFreePicture, aPaidPicture, aProfile, giveCredits } from '../../../test/factories.ts';
import { aRunningShow } from '../../../test/live-shows.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();
const { write } = chatsOf(() => t);

describe('own lists', () => {
  it('have names, members and limits', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    const own = t.client(creator);
    const create = (name: string) => own.call('createFanList', { body: { name } });
    const set = (listIds: string[]) => own.call('setFanLists', { params: { id: fan.profileId }, body: { listIds } });
    const [charcoal, regulars] = [(await create('Charcoal')).body, (await create('Regulars')).body];
    expect((await create('regulars')).error?.code).toBe('CONFLICT');
    expect((await create('   ')).error?.code).toBe('VALIDATION_FAILED');
    expect((await set([regulars.id, charcoal.id])).body.listIds).toEqual([charcoal.id, regulars.id]);
    expect((await set([regulars.id])).body.listIds).toEqual([regulars.id]);
    expect((await own.call('listFanLists')).body).toEqual([
      { id: charcoal.id, name: 'Charcoal', members: 0 },
      { id: regulars.id, name: 'Regulars', members: 1 },
    ]);
    const listed = (await own.call('listFans', { query: { list: 'own', listId: regulars.id } })).body;
    expect(listed.items.map(({ id }) => id)).toEqual([fan.profileId]);
    const renamed = await own.call('renameFanList', { params: { id: charcoal.id }, body: { name: 'REGULARS' } });
    expect(renamed.error?.code).toBe('CONFLICT');
    await own.call('renameFanList', { params: { id: regulars.id }, body: { name: 'Evening' } });
    expect((await own.call('listFanLists')).body.map(({ name }) => name)).toEqual(['Charcoal', 'Evening']);
    await own.call('deleteFanList', { params: { id: regulars.id } });
    expect((await own.call('getFan', { params: { id: fan.profileId } })).body.listIds).toEqual([]);
    for (let made = 1; made < fanLimits.lists; made += 1) expect((await create(`List ${made}`)).status).toBe(201);
    expect((await create('One more')).error?.code).toBe('QUOTA_REACHED');
  });

  it('of another creator are missing, and so is the list of no one', async () => {
    const [creator, rival, fan] = [await aCreator(t), await aCreator(t), await aProfile(t)];
    const { id } = (await t.client(rival).call('createFanList', { body: { name: 'Theirs' } })).body;
    const own = t.client(creator);
    const answers = [
      await own.call('renameFanList', { params: { id }, body: { name: 'Mine' } }),
      await own.call('deleteFanList', { params: { id } }),
      await own.call('setFanLists', { params: { id: fan.profileId }, body: { listIds: [id] } }),
      await own.call('listFans', { query: { list: 'own', listId: id } }),
      await own.call('listFans', { query: { list: 'own' } }),
      await own.request('GET', `/api/studio/people.csv?list=own&listId=${id}`),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'NOT_FOUND'));
    expect((await t.client(rival).call('listFanLists')).body).toMatchObject([{ name: 'Theirs', members: 0 }]);
  });

  it('take no more members than their limit, also from two calls at once', async () => {
    const [creator, one, other] = [await aCreator(t), await aProfile(t), await aProfile(t)];
    const own = t.client(creator);
    const { id } = (await own.call('createFanList', { body: { name: 'Full' } })).body;
    const crowd = await Promise.all(Array.from({ length: 3 }, () => aProfile(t)));
    // Members beyond the few made here are counted alike.
    await t.db
      .insertInto('fan_list_members')
      .values(crowd.map(({ profileId }) => ({ list_id: id, fan_id: profileId, added_at: t.clock.now() })))
      .execute();
    const limits: { membersOfList: number } = fanLimits;
    const before = limits.membersOfList;
    limits.membersOfList = 4;
    const answers = await Promise.all(
      [one, other].map((fan) => own.call('setFanLists', { params: { id: fan.profileId }, body: { listIds: [id] } })),
    ).finally(() => {
      limits.membersOfList = before;
    });
    expect(answers.map(({ error }) => error?.code ?? 'in').sort()).toEqual(['QUOTA_REACHED', 'in']);
  });
});

describe('notes', () => {
  it('are the creator’s alone and at most 500 characters', async () => {
    const [creator, rival, fan] = [await aCreator(t), await aCreator(t), await aProfile(t)];
    const params = { id: fan.profileId };
    const write500 = await t.client(creator).call('setFanNote', { params, body: { note: 'n'.repeat(500) } });
    expect(write500.status).toBe(200);
    const tooLong = await t.client(creator).call('setFanNote', { params, body: { note: 'n'.repeat(501) } });
    expect(tooLong.error?.code).toBe('VALIDATION_FAILED');
    expect((await t.client(rival).call('getFan', { params })).body.note).toBe('');
  });
});

describe('a restriction', () => {
  it('mutes, refuses comments and show messages openly, and leaves what was paid for; lifting it undoes all', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    const free = await aFreePicture(t, { creator });
    const paid = await aPaidPicture(t, { creator, price: 10 });
    await giveCredits(t, fan.accountId, 50);
    const [own, theirs] = [t.client(creator), t.client(fan)];
    await theirs.call('unlockContent', { params: { id: paid.contentId }, body: { price: 10, startNow: true } });
    const show = await aRunningShow(t, creator, { audience: 'free', title: 'Slow dance' });
    const comment = () =>
      theirs.call('postComment', { params: { id: free.contentId }, body: { comment: 'Good evening' } });
    const say = () => theirs.call('sendLiveMessage', { params: { id: show }, body: { text: 'Good evening' } });
    const params = { id: fan.profileId };
    await own.call('restrictFan', { params });
    await own.call('restrictFan', { params });

    expect([await comment(), await say()].map(({ status, error }) => [status, error?.message])).toEqual([
      [403, 'This creator takes no comments from you'],
      [403, 'This creator takes no comments from you'],
    ]);
    expect((await own.call('listMutes')).body.map(({ id }) => id)).toEqual([fan.profileId]);
    expect((await own.call('getFan', { params })).body.isRestricted).toBe(true);
    expect((await own.call('listFans', { query: { list: 'restricted' } })).body.items).toHaveLength(1);
    // They read on, keep what they bought, and may write without a sound.
    const item = (await theirs.call('getContent', { params: { id: paid.contentId } })).body;
    expect(item.isLocked ?? false).toBe(false);
    expect((await write(fan, creator, 'Hello')).status).toBeLessThan(300);
    t.clock.advance(6_000);
    await t.drain();
    const notices = (await own.call('listNotifications', { query: {} })).body.items;
    expect(notices.filter(({ kind }) => kind === 'message')).toEqual([]);

    await own.call('unrestrictFan', { params });
    expect((await own.call('listMutes')).body).toEqual([]);
    expect((await comment()).status).toBe(201);
  });

  it('leaves a mute that was there before', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    const own = t.client(creator);
    const params = { id: fan.profileId };
    await own.call('muteProfile', { params });
    await own.call('unrestrictFan', { params });
    expect((await own.call('listMutes')).body).toHaveLength(1);
    for (const operation of ['restrictFan', 'restrictFan', 'unrestrictFan', 'unrestrictFan'] as const)
      await own.call(operation, { params });
    expect((await own.call('listMutes')).body).toHaveLength(1);
  });

  it('concerns one creator only', async () => {
    const [creator, rival, fan] = [await aCreator(t), await aCreator(t), await aProfile(t)];
    const { contentId } = await aFreePicture(t, { creator: rival });
    await t.client(creator).call('restrictFan', { params: { id: fan.profileId } });
    const answer = await t
      .client(fan)
      .call('postComment', { params: { id: contentId }, body: { comment: 'Good evening' } });
    expect(answer.status).toBe(201);
  });
});
