import { describe, expect, it, vi } from 'vitest';
import { adult, sha256, useConsents, wordingFor } from '../../../test/consents.ts';
import { aCreator, aProfile, aSession, giveCredits } from '../../../test/factories.ts';
import { aReadyFile, at, creatorOf, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const { aDraft, ask, fileOf, giveConsent, publish, visitor, byLink, unblock } = useConsents(t);

const hour = 3_600_000;
const day = 24 * hour;
describe('consent of members', () => {
  it('T58: publishes only after everyone in it said yes, with what they agreed to on record', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const id = await aDraft(creator);
    const { person, link } = await ask(creator, id, { profileId: kyle.profileId, name: 'somebody' });
    expect(link).toBeNull();
    expect(person).toMatchObject({ name: 'Kyle', state: 'asked', profileId: kyle.profileId });
    const refused = await publish(creator, id);
    expect([refused.status, refused.error?.message]).toEqual([409, 'Everybody in it says yes first. Waiting for Kyle']);
    const own = t.client(kyle);
    const list = await own.call('listConsents');
    expect(list.body).toMatchObject([
      { id: person.id, state: 'asked', contentId: id, creator: { id: creator.profileId } },
    ]);
    // Kyle sees what is asked of them; the item itself stays hidden.
    expect((await own.request('GET', list.body[0]?.mediaUrl ?? '')).status).toBe(200);
    expect((await own.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    const unsigned = await own.call('answerConsent', { ...at(person.id), body: { answer: 'yes' } });
    expect(unsigned.error?.details?.fields).toEqual({ signature: 'Type your full name' });
    expect((await giveConsent(kyle, person, id)).status).toBe(204);
    expect((await giveConsent(kyle, person, id)).error?.code).toBe('CONFLICT');
    const row = await t.db
      .selectFrom('content_people')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'yes', media_sha256: sha256, wording: 2, scope: ['publish', 'sell'] });
    expect(row.sealed?.toString('latin1')).not.toContain('Naidoo');
    expect((await publish(creator, id)).body).toMatchObject({ state: 'published' });
  });

  it('T25: lets only the asked person answer and only the creator ask and list', async () => {
    const creator = await aCreator(t);
    const [kyle, other] = [await aProfile(t), await aCreator(t)];
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const stranger = t.client(other);
    const body = { answer: 'yes', signature: 'Not Kyle', mediaId: await fileOf(id) } as const;
    expect((await stranger.call('answerConsent', { ...at(person.id), body })).error?.code).toBe('NOT_FOUND');
    expect((await t.client(creator).call('answerConsent', { ...at(person.id), body })).error?.code).toBe('NOT_FOUND');
    expect((await stranger.call('revokeConsent', at(person.id))).error?.code).toBe('NOT_FOUND');
    expect((await stranger.call('withdrawConsentRequest', at(person.id))).error?.code).toBe('NOT_FOUND');
    expect((await stranger.call('listPeople', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await stranger.call('askConsent', { ...at(id), body: { name: 'Me' } })).error?.code).toBe('NOT_FOUND');
    expect((await stranger.call('listConsents')).body).toEqual([]);
  });

  it('T58: a no stays a no, also when the creator then says "only me"', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    await t.client(kyle).call('answerConsent', { ...at(person.id), body: { answer: 'no' } });
    await t.client(creator).call('updateContent', { ...at(id), body: { depicts: 'me' } });
    expect((await publish(creator, id)).error?.message).toBe('It cannot be published: no consent from Kyle');
    const again = await t.client(creator).call('askConsent', {
      ...at(id),
      body: { profileId: kyle.profileId, name: 'Kyle' },
    });
    expect(again.error?.code).toBe('CONFLICT');
  });

  it('publishes a scheduled item by itself when the last yes comes after its time', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const id = await aDraft(creator, { publishAt: new Date(t.clock.now().getTime() + hour).toISOString() });
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    t.clock.advance(2 * hour);
    await t.drain();
    const own = t.client(creator);
    expect((await own.call('getContent', at(id))).body).toMatchObject({ state: 'draft' });
    await giveConsent(kyle, person, id);
    expect((await own.call('getContent', at(id))).body).toMatchObject({ state: 'published' });
  });

  it('asks again when a draft gets another file', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    await giveConsent(kyle, person, id);
    await t.client(creator).call('updateContent', { ...at(id), body: { mediaId: await aReadyFile(t, creator) } });
    expect((await t.client(creator).call('listPeople', at(id))).body).toMatchObject([{ state: 'asked' }]);
    expect((await publish(creator, id)).status).toBe(409);
    await t.drain();
    const { body: notices } = await t.client(kyle).call('listNotifications');
    expect(notices.items.filter(({ kind }) => kind === 'consent_asked')).toHaveLength(2);
  });

  it('T58: keeps a yes on record when the file is exchanged, and its request cannot be withdrawn', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const { token } = await ask(creator, id, { name: 'Lerato' });
    await giveConsent(kyle, person, id);
    expect((await byLink(token, { answer: 'yes', ...adult, mediaId: await fileOf(id) })).status).toBe(204);
    const own = t.client(creator);
    await own.call('updateContent', { ...at(id), body: { mediaId: await aReadyFile(t, creator) } });
    const { body: asked } = await own.call('listPeople', at(id));
    expect(asked.map(({ name, state }) => [name, state]).sort()).toEqual([
      ['Kyle', 'asked'],
      ['Lerato', 'asked'],
    ]);
    for (const { id: askedId } of asked)
      expect((await own.call('withdrawConsentRequest', at(askedId))).error?.code).toBe('CONFLICT');
    const kept = await t.db
      .selectFrom('content_people')
      .selectAll()
      .where('content_id', '=', id)
      .where('state', '=', 'yes')
      .execute();
    expect(kept).toHaveLength(2);
    for (const row of kept) {
      expect(row.media_sha256).toEqual(sha256);
      expect(row.sealed).not.toBeNull();
    }
    // The person asked and the link answer the new request.
    expect((await t.client(kyle).call('listConsents')).body).toMatchObject([{ state: 'asked', contentId: id }]);
    expect((await t.client(kyle).call('revokeConsent', at(person.id))).error?.code).toBe('NOT_FOUND');
    expect((await byLink(token, { answer: 'no' })).status).toBe(204);
    expect((await publish(creator, id)).error?.message).toBe('It cannot be published: no consent from Lerato');
  });

  it('T58: takes no yes to a picture that was exchanged after it was shown', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const own = t.client(kyle);
    const [seen] = (await own.call('listConsents')).body;
    await t.client(creator).call('updateContent', { ...at(id), body: { mediaId: await aReadyFile(t, creator) } });
    for (const mediaId of [{ mediaId: seen?.mediaId ?? '' }, {}]) {
      const body = { answer: 'yes', signature: 'Kyle Naidoo', wording: wordingFor('image'), ...mediaId } as const;
      const refused = await own.call('answerConsent', { ...at(person.id), body });
      expect([refused.error?.code, refused.error?.message]).toEqual([
        'CONFLICT',
        'What you saw was changed. Look at it again',
      ]);
    }
    expect((await giveConsent(kyle, person, id)).status).toBe(204);
  });

  it('T58: refuses the same file in a new item after a no', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    await t.client(kyle).call('answerConsent', { ...at(person.id), body: { answer: 'no' } });
    await t.client(creator).call('removeContent', at(id));
    const again = await publish(creator, await aDraft(creator, { depicts: 'me' }));
    expect([again.status, again.error?.message]).toEqual([409, 'It cannot be published: a person in it did not agree']);
    // Another member's "no" says nothing about this creator's file.
    const other = await aCreator(t);
    expect((await publish(other, await aDraft(other, { depicts: 'me' }))).status).toBe(200);
  });

  it('T58: closes an archived item to its buyers too after a no to its file', async () => {
    const creator = await aCreator(t);
    const [kyle, buyer] = [await aProfile(t), await aProfile(t)];
    const sold = await aDraft(creator, { depicts: 'me', isPremium: true, price: 15 });
    expect((await publish(creator, sold)).status).toBe(200);
    await giveCredits(t, buyer.accountId, 40);
    await t.client(buyer).call('unlockContent', { ...at(sold), body: { price: 15, startNow: true } });
    await t.client(creator).call('archivePost', at(sold));
    expect((await t.client(buyer).call('getContent', at(sold))).status).toBe(200);
    const { person } = await ask(creator, await aDraft(creator), { profileId: kyle.profileId, name: 'Kyle' });
    await t.client(kyle).call('answerConsent', { ...at(person.id), body: { answer: 'no' } });
    expect((await t.client(buyer).call('getContent', at(sold))).error?.code).toBe('NOT_FOUND');
    expect((await t.client(creator).call('restorePost', at(sold))).error?.code).toBe('CONFLICT');
  });

  it('lets the creator withdraw a request until it is answered', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t, { displayName: 'Kyle' });
    const id = await aDraft(creator);
    const own = t.client(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const { person: linked, token } = await ask(creator, id, { name: 'Lerato' });
    await giveConsent(kyle, person, id);
    expect((await own.call('withdrawConsentRequest', at(person.id))).error?.code).toBe('CONFLICT');
    expect((await own.call('withdrawConsentRequest', at(linked.id))).status).toBe(204);
    expect((await visitor().call('consentByLink', { params: { token } })).error?.code).toBe('NOT_FOUND');
    expect((await publish(creator, id)).status).toBe(200);
  });

  it('publishes a scheduled item when the last open request is withdrawn after its time', async () => {
    const creator = await aCreator(t);
    const [kyle, other] = [await aProfile(t), await aProfile(t)];
    const id = await aDraft(creator, { publishAt: new Date(t.clock.now().getTime() + hour).toISOString() });
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const { person: mistyped } = await ask(creator, id, { profileId: other.profileId, name: 'Kyla' });
    await giveConsent(kyle, person, id);
    t.clock.advance(2 * hour);
    await t.drain();
    const own = t.client(creator);
    expect((await own.call('getContent', at(id))).body).toMatchObject({ state: 'draft' });
    expect((await own.call('withdrawConsentRequest', at(mistyped.id))).status).toBe(204);
    expect((await own.call('getContent', at(id))).body).toMatchObject({ state: 'published' });
  });

  it('T48: shows the file only while the request is open', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const id = await aDraft(creator);
    await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const own = t.client(kyle);
    const [open] = (await own.call('listConsents')).body;
    expect((await own.request('GET', open?.mediaUrl ?? '')).status).toBe(200);
    t.clock.advance(14 * day);
    const later = t.client(await aSession(t, kyle.accountId));
    expect((await later.call('listConsents')).body).toMatchObject([{ mediaUrl: null, sources: [] }]);
    expect(await t.context.fileRights.mayView(kyle.accountId, open?.mediaId ?? '')).toBe(false);
  });
});

describe('revocation', () => {
  it('T23, T57: hides the item and its file for everyone at once, and blocks the file', async () => {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    const own = t.client(kyle);
    await giveConsent(kyle, person, id);
    await publish(creator, id);
    const fan = t.client(await aProfile(t));
    const seen = await fan.call('getContent', at(id));
    expect((await fan.request('GET', seen.body.mediaUrl ?? '')).status).toBe(200);
    const published = vi.spyOn(t.context.realtime, 'toTopic');
    expect((await own.call('revokeConsent', at(person.id))).status).toBe(204);
    expect(published).toHaveBeenCalledWith('content', 'content.removed', { id });
    published.mockRestore();
    expect((await fan.request('GET', seen.body.mediaUrl ?? '')).status).toBe(404);
    for (const client of [fan, own, t.client(creator)])
      expect((await client.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(0);
    expect((await own.call('revokeConsent', at(person.id))).error?.code).toBe('CONFLICT');
    const [audit] = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(audit).toMatchObject({ action: 'consent.revoked', actor_id: kyle.accountId });
    const blocked = await t.db.selectFrom('blocked_files').selectAll().where('sha256', '=', sha256).execute();
    expect(blocked).toHaveLength(1);
    // A second upload of the same file is not published either.
    const copy = await aReadyFile(t, creator);
    await t.db.updateTable('media').set({ sha256 }).where('id', '=', copy).execute();
    const again = await t.client(creator).call('createContent', { body: publicationOf(copy) });
    expect([again.error?.code, again.error?.message]).toEqual(['MEDIA_NOT_READY', 'This picture cannot be published']);
    await unblock();
  });
});
