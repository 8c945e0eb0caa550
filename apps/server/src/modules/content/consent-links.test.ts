import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { adult, sha256, useConsents, wordingFor } from '../../../test/consents.ts';
import { aCreator, aProfile } from '../../../test/factories.ts';
import { aReadyFile, at, creatorOf, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const { aDraft, ask, fileOf, giveConsent, publish, visitor, byLink, unblock } = useConsents(t);

const day = 86_400_000;

describe('another item with the same file', () => {
  /** Two items of one creator with the same file: a published one, and one that asks Kyle. */
  async function aTwin() {
    const creator = await aCreator(t);
    const kyle = await aProfile(t);
    const twin = await aDraft(creator, { depicts: 'me' });
    await publish(creator, twin);
    const id = await aDraft(creator);
    const { person } = await ask(creator, id, { profileId: kyle.profileId, name: 'Kyle' });
    return { creator, kyle, twin, id, person };
  }

  it('T57, T58: is removed with it when a yes is taken back', async () => {
    const { creator, kyle, twin, id, person } = await aTwin();
    await giveConsent(kyle, person, id);
    await publish(creator, id);
    const other = await aCreator(t);
    const unrelated = await aDraft(other, { depicts: 'me' });
    expect((await t.client(kyle).call('revokeConsent', at(person.id))).status).toBe(204);
    const own = t.client(creator);
    for (const removed of [twin, id]) expect((await own.call('getContent', at(removed))).error?.code).toBe('NOT_FOUND');
    expect((await creatorOf(own, creator.profileId)).contentCount).toBe(0);
    expect((await t.client(other).call('getContent', at(unrelated))).status).toBe(200);
    await unblock();
  });

  it('T58: waits for a moderator after a no', async () => {
    const { creator, kyle, twin, person } = await aTwin();
    await t.client(kyle).call('answerConsent', { ...at(person.id), body: { answer: 'no' } });
    expect((await t.client(creator).call('getContent', at(twin))).body.state).toBe('flagged');
    expect((await t.client(kyle).call('getContent', at(twin))).error?.code).toBe('NOT_FOUND');
  });

  it('T57: does not deadlock when both have a yes that is taken back at once', async () => {
    const creator = await aCreator(t);
    const people = [await aProfile(t), await aProfile(t)];
    const ids = [await aDraft(creator), await aDraft(creator)];
    const asked = await Promise.all(
      ids.map((id, index) => ask(creator, id, { profileId: people[index]?.profileId ?? '', name: 'Person' })),
    );
    for (const [index, person] of people.entries()) {
      await giveConsent(person, { id: asked[index]?.person.id ?? '' }, ids[index] ?? '');
      await publish(creator, ids[index] ?? '');
    }
    const answers = await Promise.all(
      people.map((person, index) => t.client(person).call('revokeConsent', at(asked[index]?.person.id ?? ''))),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await creatorOf(t.client(creator), creator.profileId)).contentCount).toBe(0);
    await unblock();
  });
});

describe('consent by a private link', () => {
  it('T58: seals the name of a person without an account, and those of an earlier release', async () => {
    const creator = await aCreator(t);
    const id = await aDraft(creator);
    const name = 'Kanarie van der Merwe';
    const { token, person } = await ask(creator, id, { name });
    const stored = () =>
      t.db.selectFrom('content_people').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
    const shownTo = async () => {
      const { body } = await t.client(creator).call('listPeople', at(id));
      const problem = (await publish(creator, id)).error?.message ?? '';
      const byToken = (await visitor().call('consentByLink', { params: { token } })).body.name;
      return [body[0]?.name, problem.includes(name), byToken];
    };
    const sealed = await stored();
    expect([JSON.stringify(sealed).includes('Kanarie'), sealed.name_sealed?.includes('Kanarie')]).toEqual([
      false,
      false,
    ]);
    expect(await shownTo()).toEqual([name, true, name]);

    await t.db.updateTable('content_people').set({ name, name_sealed: null }).where('id', '=', person.id).execute();
    expect(await shownTo()).toEqual([name, true, name]);
    const task = t.context.content.tasks.find(({ kind }) => kind.name === 'content.seal-names');
    await task?.run({}, { id: '1', attempt: 1 });
    expect((await stored()).name).toBe('-');
    expect(await shownTo()).toEqual([name, true, name]);
  });

  it('T58: a person who says they are a minor ends the link, and a moderator sees the item', async () => {
    const creator = await aCreator(t);
    const twin = await aDraft(creator, { depicts: 'me' });
    await publish(creator, twin);
    const id = await aDraft(creator);
    const { token, person } = await ask(creator, id, { name: 'Lerato' });
    const minor = { answer: 'yes', name: 'Lerato Dube', birthDate: '2019-04-02' };
    expect((await byLink(token, { ...minor, birthDate: '2040-04-02' })).error?.code).toBe('VALIDATION_FAILED');
    const both = await Promise.all([byLink(token, minor), byLink(token, minor)]);
    expect(both.map(({ error }) => error?.code).sort()).toEqual(['CONFLICT', 'UNDER_AGE']);
    const row = await t.db
      .selectFrom('content_people')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'no', media_sha256: sha256, answered_at: t.clock.now() });
    expect(row.sealed).not.toBeNull();
    const audit = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(audit).toMatchObject([{ action: 'consent.under_age', target_type: 'content' }]);
    const again = { ...minor, ...adult, mediaId: await fileOf(id) };
    expect((await byLink(token, again)).error?.code).toBe('CONFLICT');
    const waiting = await t
      .client(await aProfile(t, { role: 'moderator' }))
      .call('listWaitingContent', { query: { state: 'flagged' } });
    expect(waiting.body.items.map((item) => item.id)).toEqual(expect.arrayContaining([id, twin]));
    // The creator can neither publish it nor delete its file before the moderator has seen it.
    expect((await publish(creator, id)).error?.code).toBe('CONFLICT');
    expect((await t.client(creator).call('removeContent', at(id))).error?.code).toBe('CONFLICT');
  });

  it('needs an adult with a document, is answered once, and can be taken back without an account', async () => {
    const creator = await aCreator(t);
    const id = await aDraft(creator);
    const { token, person } = await ask(creator, id, { name: 'Lerato' });
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await sql<{
      token_hash: Buffer;
    }>`select token_hash from content_people where id = ${person.id}`.execute(t.db);
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(token).digest());
    const shown = await visitor().call('consentByLink', { params: { token } });
    expect(shown.body).toMatchObject({ state: 'asked', name: 'Lerato', creatorName: creator.displayName });
    expect(shown.body.picture).toMatch(/^data:image\/webp;base64,/);
    expect(shown.headers['referrer-policy']).toBe('no-referrer');
    const code = async (body: Record<string, unknown>) => (await byLink(token, body)).error?.code;
    expect(await code({ answer: 'revoke' })).toBe('CONFLICT');
    expect(await code({ answer: 'yes' })).toBe('VALIDATION_FAILED');
    expect(await code({ answer: 'yes', ...adult, documentType: 'id', documentNumber: '9001010000081' })).toBe(
      'INVALID_ID_NUMBER',
    );
    expect(await code({ answer: 'yes', ...adult })).toBe('CONFLICT');
    const yes = { answer: 'yes', ...adult, mediaId: shown.body.mediaId };
    expect(await code({ ...yes, wording: undefined })).toBe('CONFLICT');
    expect((await byLink(token, yes)).status).toBe(204);
    expect(await code(yes)).toBe('CONFLICT');
    // A name behind a link proves nothing: a moderator looks first, also for a verified creator.
    expect((await publish(creator, id)).body).toMatchObject({ state: 'review' });
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    await moderator.call('approveContent', { body: { contentId: id, reason: 'Documents seen' } });
    expect((await t.client(creator).call('getContent', at(id))).body).toMatchObject({ state: 'published' });
    t.clock.advance(400 * day);
    expect((await byLink(token, { answer: 'revoke' })).status).toBe(204);
    const fan = t.client(await aProfile(t));
    expect((await fan.call('getContent', at(id))).error?.code).toBe('NOT_FOUND');
    expect((await visitor().call('consentByLink', { params: { token } })).body).toMatchObject({
      state: 'revoked',
      picture: null,
    });
    await unblock();
  });

  it('shows every picture of an item of several, and a yes names them all', async () => {
    const creator = await aCreator(t);
    const ids = [await aReadyFile(t, creator), await aReadyFile(t, creator), await aReadyFile(t, creator)];
    const made = await t.client(creator).call('createContent', {
      body: publicationOf('', { mediaId: undefined, mediaIds: ids, state: 'draft', depicts: 'me_and_others' }),
    });
    const { token } = await ask(creator, made.body.id, { name: 'Lerato' });
    const shown = (await visitor().call('consentByLink', { params: { token } })).body;
    expect(shown.pictures?.map(({ id }) => id)).toEqual(ids);
    expect(new Set(shown.pictures?.map(({ picture }) => picture)).size).toBe(3);
    expect([shown.mediaId, shown.picture]).toEqual([ids[0], shown.pictures?.[0]?.picture]);
    const wording = wordingFor('image', 'image', 'image');
    const code = async (files: Record<string, unknown>) =>
      (await byLink(token, { answer: 'yes', ...adult, wording, ...files })).error?.code;
    expect(await code({ mediaId: ids[0] })).toBe('CONFLICT');
    expect(await code({ mediaIds: ids.slice(1) })).toBe('CONFLICT');
    expect((await byLink(token, { answer: 'yes', ...adult, wording, mediaIds: ids })).status).toBe(204);
  });

  it('T58: names a recording among the pictures, and takes no yes to the pictures alone', async () => {
    const creator = await aCreator(t);
    const ids = [await aReadyFile(t, creator), await aReadyFile(t, creator)];
    const made = await t.client(creator).call('createContent', {
      body: publicationOf('', { mediaId: undefined, mediaIds: ids, state: 'draft', depicts: 'me_and_others' }),
    });
    const { token } = await ask(creator, made.body.id, { name: 'Lerato' });
    await sql`update media set kind = 'video', is_stream = true where id = ${ids[1]}`.execute(t.db);
    const changed = await t.client(creator).call('updateContent', { ...at(made.body.id), body: { mediaIds: ids } });
    expect(changed.body.holds).toEqual({ pictures: 1, videos: 1 });
    const shown = (await visitor().call('consentByLink', { params: { token } })).body;
    expect(shown.files?.map(({ id, mediaType }) => [id, mediaType])).toEqual([
      [ids[0], 'image'],
      [ids[1], 'video'],
    ]);
    expect([shown.mediaId, shown.pictures]).toEqual([ids[0], undefined]);
    const wording = wordingFor('image', 'video');
    const code = async (mediaIds: unknown) =>
      (await byLink(token, { answer: 'yes', ...adult, wording, mediaIds })).error?.code;
    expect(await code(ids.slice(0, 1))).toBe('CONFLICT');
    // Nor to a recording that is not ready to be played.
    await sql`update media set state = 'processing' where id = ${ids[1]}`.execute(t.db);
    const early = (await visitor().call('consentByLink', { params: { token } })).body;
    expect([early.mediaId, early.files]).toEqual([null, []]);
    expect(await code(ids)).toBe('CONFLICT');
    await sql`update media set state = 'ready' where id = ${ids[1]}`.execute(t.db);
    expect(await code(ids)).toBeUndefined();
  });

  it('ends after 14 days without an answer, and an unknown link is not found', async () => {
    const creator = await aCreator(t);
    const { token } = await ask(creator, await aDraft(creator), { name: 'Lerato' });
    t.clock.advance(14 * day);
    expect((await visitor().call('consentByLink', { params: { token } })).error?.code).toBe('LINK_EXPIRED');
    expect((await byLink(token, { answer: 'yes', ...adult })).error?.code).toBe('LINK_EXPIRED');
    expect((await byLink('A'.repeat(43), { answer: 'no' })).error?.code).toBe('NOT_FOUND');
  });
});
