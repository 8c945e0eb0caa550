import { describe, expect, it, vi } from 'vitest';
import { aCreator, aProfile, giveCredits } from '../../../test/factories.ts';
import { aSharpPicture, fingerprintOf } from '../../../test/fingerprints.ts';
import { fetchFile, sendFile } from '../../../test/pictures.ts';
import { useDesk } from '../../../test/takedowns.ts';

const { t, people, lastSeed, complain, statusOf, idOf, act, opened, audits, aPublishedPicture, see } = useDesk();

describe('T120: a complaint by fingerprint', () => {
  it('hides a near copy at once, for everyone, and notifies open tabs', async () => {
    const { contentId, print, mediaId } = await aPublishedPicture();
    const everyone = [people.fan, people.creator, people.moderator];
    const urls = await Promise.all(everyone.map(async (who) => (await see(contentId, who)).body.mediaUrl ?? ''));
    const statuses = () =>
      Promise.all(everyone.map(async (who, index) => (await fetchFile(t, who, urls[index] ?? '')).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const publish = vi.spyOn(t.context.realtime, 'toTopic');
    const changed = { ...print, sha256: 'f'.repeat(64) };
    const keys = await complain({ class: 'image', fingerprints: [changed] });
    expect([keys.status, keys.caseNumber, keys.pin]).toEqual([
      201,
      expect.stringMatching(/^VT-2611-\d{6}$/),
      expect.stringMatching(/^\d{6}$/),
    ]);
    expect(publish).toHaveBeenCalledWith('content', 'content.removed', { id: contentId });
    publish.mockRestore();
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await see(contentId)).status).toBe(404);
    expect(await audits(keys)).toEqual(['takedown.hidden']);
    // Staff cannot publish it around the case.
    const approve = await t
      .client(people.moderator)
      .call('approveContent', { body: { contentId, reason: 'Looks fine' } });
    expect(approve.error?.code).toBe('MEDIA_NOT_READY');
    expect((await opened(keys)).body).toMatchObject({
      by: 'fingerprint',
      hidden: 1,
      found: [{ mediaId, foundBy: 'print', state: 'hidden', owner: { profileId: people.creator.profileId } }],
    });
  });

  it('does not match another picture, nor a plain one that resembles many', async () => {
    const { contentId, print } = await aPublishedPicture();
    await complain({ class: 'image', fingerprints: [await fingerprintOf(await aSharpPicture(9_001))] });
    await complain({ class: 'image', fingerprints: [{ ...print, sha256: '0'.repeat(64), quality: 20 }] });
    expect((await see(contentId)).status).toBe(200);
  });

  it('hides only in the classes that say so', async () => {
    const { contentId, print } = await aPublishedPicture();
    for (const name of ['threat', 'impersonation', 'copyright', 'order', 'other'])
      await complain({ class: name, fingerprints: [print] });
    expect((await see(contentId)).status).toBe(200);
    const classes = (await t.client().call('takedownClasses')).body;
    expect(
      classes.map(({ class: id, hidesAtOnce, hours, businessDays }) => [id, hidesAtOnce, hours ?? businessDays]),
    ).toEqual([
      ['image', true, 24],
      ['minor', true, 1],
      ['threat', false, 4],
      ['impersonation', false, 48],
      ['copyright', false, 3],
      ['order', false, 24],
      ['other', false, 3],
    ]);
  });

  it('of an impersonation hides at once for a member whose face was checked', async () => {
    const { contentId, print } = await aPublishedPicture();
    const checked = await aProfile(t);
    const send = () =>
      t.client(checked).call('createTakedown', { body: { class: 'impersonation', fingerprints: [print] } });
    await send();
    await t.drain();
    expect((await see(contentId)).status).toBe(200);
    await t.db
      .updateTable('profiles')
      .set({ photo_key: 'k'.repeat(32), photo_checked_at: t.clock.now() })
      .where('id', '=', checked.profileId)
      .execute();
    await send();
    await t.drain();
    expect((await see(contentId)).status).toBe(404);
  });

  it('answers the same whether a file exists or not', async () => {
    const { print } = await aPublishedPicture();
    const other = await fingerprintOf(await aSharpPicture(9_002));
    const [known, unknown] = [
      await complain({ class: 'image', fingerprints: [print] }),
      await complain({ class: 'image', fingerprints: [other] }),
    ];
    const shapeOf = async (keys: typeof known) => {
      const { prints: _prints, caseNumber: _number, ...rest } = (await statusOf(keys)).body;
      return rest;
    };
    expect(await shapeOf(known)).toEqual(await shapeOf(unknown));
  });

  it('hides what is uploaded while the case is open', async () => {
    const picture = await aSharpPicture(9_003);
    const keys = await complain({ class: 'image', fingerprints: [await fingerprintOf(picture)] });
    const mediaId = (await sendFile(t, people.creator, picture)).id;
    await t.drain();
    await t.context.jobs.enqueue(t.db, { name: 'takedowns.watch', maxAttempts: 1 }, {});
    await t.drain();
    expect((await t.client(people.creator).call('getMedia', { params: { id: mediaId } })).body.state).toBe('blocked');
    expect((await opened(keys)).body.hidden).toBe(1);
  });
});

describe('decisions of staff', () => {
  it('removing deletes the file, blocks it and near copies, and gives buyers their credits back', async () => {
    const { picture, print, contentId, mediaId } = await aPublishedPicture({ price: 10 });
    await giveCredits(t, people.fan.accountId, 10);
    expect(
      (await t.client(people.fan).call('unlockContent', { params: { id: contentId }, body: { price: 10 } })).status,
    ).toBe(200);
    const keys = await complain({ class: 'image', fingerprints: [print] });
    expect((await act(keys, 'remove')).body).toMatchObject({ state: 'removed' });
    await t.drain();
    expect((await statusOf(keys)).body).toMatchObject({ state: 'removed', reason: 'Looked at it', mayAppeal: false });
    expect(await audits(keys)).toEqual(['takedown.hidden', 'takedown.removed']);
    const again = (await sendFile(t, await aCreator(t), picture)).id;
    await t.drain();
    const stateOf = async (id: string) =>
      (await t.db.selectFrom('media').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    expect([await stateOf(mediaId), await stateOf(again)]).toEqual(['blocked', 'blocked']);
    expect((await t.client(people.fan).call('creditBalance')).body.balance).toBe(10);
    const row = await t.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow();
    expect(await t.context.media.storage.stat(`${row.storage_key}/540.webp`)).toBeUndefined();
  });

  it('blocks a fingerprint of which no file was stored', async () => {
    const picture = await aSharpPicture(9_004);
    const keys = await complain({ class: 'copyright', fingerprints: [await fingerprintOf(picture)] });
    await act(keys, 'remove');
    const { id } = await sendFile(t, people.creator, picture);
    await t.drain();
    expect((await t.client(people.creator).call('getMedia', { params: { id } })).body.state).toBe('blocked');
  });

  it('refusing shows everything again as it was', async () => {
    const { print, contentId } = await aPublishedPicture();
    const keys = await complain({ class: 'image', fingerprints: [print] });
    expect((await see(contentId)).status).toBe(404);
    expect((await act(keys, 'refuse')).body.state).toBe('refused');
    const seen = await see(contentId);
    expect(seen.status).toBe(200);
    expect((await fetchFile(t, people.fan, seen.body.mediaUrl ?? '')).status).toBe(200);
    expect(await audits(keys)).toEqual(['takedown.hidden', 'takedown.restored', 'takedown.refused']);
    expect((await act(keys, 'remove')).error?.code).toBe('CONFLICT');
  });

  it('a file of two cases stays hidden until both are refused', async () => {
    const { print, contentId } = await aPublishedPicture();
    const [one, two] = [
      await complain({ class: 'image', fingerprints: [print] }),
      await complain({ class: 'image', fingerprints: [print] }),
    ];
    await act(one, 'refuse');
    expect((await see(contentId)).status).toBe(404);
    await act(two, 'refuse');
    expect((await see(contentId)).status).toBe(200);
  });

  it('hides on a look, shows again, and asks for a reason each time', async () => {
    const { print, contentId } = await aPublishedPicture();
    const keys = await complain({ class: 'threat', fingerprints: [print] });
    expect((await act(keys, 'hide')).body.hidden).toBe(1);
    expect((await see(contentId)).status).toBe(404);
    expect((await act(keys, 'restore')).body).toMatchObject({ hidden: 0, state: 'open' });
    expect((await see(contentId)).status).toBe(200);
    const id = await idOf(keys);
    const short = await t
      .client(people.moderator)
      .call('actOnTakedown', { params: { id }, body: { action: 'hide', reason: ' ' } });
    expect(short.error?.code).toBe('VALIDATION_FAILED');
  });

  it('are never about a file of one’s own', async () => {
    const own = await aCreator(t, { role: 'moderator' });
    const { print } = await aPublishedPicture({ of: own });
    const keys = await complain({ class: 'image', fingerprints: [print] });
    expect((await act(keys, 'refuse', own)).error?.code).toBe('FORBIDDEN');
  });

  it('leave the other pictures of a set published', async () => {
    const [one, two] = [await aSharpPicture(9_010), await aSharpPicture(9_011)];
    const mediaIds = [(await sendFile(t, people.creator, one)).id, (await sendFile(t, people.creator, two)).id];
    await t.drain();
    const made = await t.client(people.creator).call('createContent', {
      body: { title: 'Two of them', description: '', mediaType: 'image', mediaIds },
    });
    const keys = await complain({ class: 'image', fingerprints: [await fingerprintOf(two)] });
    expect((await see(made.body.id)).status).toBe(404);
    await act(keys, 'remove');
    expect((await see(made.body.id)).body).toMatchObject({ id: made.body.id, mediaUrl: expect.any(String) });
  });
});

it('keeps the bytes of a hidden file that its owner removes, until the case is decided', async () => {
  const picture = await aSharpPicture(9_030);
  const mediaId = (await sendFile(t, people.creator, picture)).id;
  await t.drain();
  const row = await t.db.selectFrom('media').select('storage_key').where('id', '=', mediaId).executeTakeFirstOrThrow();
  const isStored = async () => (await t.context.media.storage.stat(`${row.storage_key}/540.webp`)) !== undefined;
  const keys = await complain({ class: 'image', fingerprints: [await fingerprintOf(picture)] });
  await t.context.media.removeFiles(t.db, mediaId);
  await t.drain();
  expect(await isStored()).toBe(true);
  await act(keys, 'refuse');
  await t.drain();
  expect(await isStored()).toBe(false);
});

describe('T121: where a person may be under 18', () => {
  it('freezes the file: no picture for anyone, no bytes lost, no word to the uploader', async () => {
    const owner = await aCreator(t);
    const { print, contentId, mediaId } = await aPublishedPicture({ of: owner });
    const keys = await complain({ class: 'minor', fingerprints: [print] });
    const { body } = await opened(keys);
    expect(body).toMatchObject({ showsPictures: false, found: [{ mediaId, blurred: null }] });
    const evidence = await t.client(people.moderator).call('takedownEvidence', {
      params: { id: await idOf(keys) },
      body: { mediaId },
    });
    expect(evidence.error?.code).toBe('FORBIDDEN');
    // Nor by the queue of content, which deletes.
    await t.client(people.moderator).call('deleteContent', { body: { contentId, reason: 'Gone' } });
    await act(keys, 'remove');
    await t.drain();
    const row = await t.db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirstOrThrow();
    expect(row.held).toBe('frozen');
    expect(await t.context.media.storage.stat(`${row.storage_key}/540.webp`)).toBeDefined();
    const again = await sendFile(t, await aCreator(t), await aSharpPicture(lastSeed()));
    await t.drain();
    const state = await t.db.selectFrom('media').select('state').where('id', '=', again.id).executeTakeFirstOrThrow();
    expect(state.state).toBe('blocked');
    const statements = await t.db
      .selectFrom('takedown_statements')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(statements).toEqual([]);
  });
});

describe('evidence', () => {
  it('is out of focus until a moderator opens it, which is recorded', async () => {
    const { print, mediaId } = await aPublishedPicture();
    const keys = await complain({ class: 'image', fingerprints: [print] });
    const { body } = await opened(keys);
    expect(body.found[0]?.blurred?.length).toBeLessThan(3_000);
    const shown = await t
      .client(people.moderator)
      .call('takedownEvidence', { params: { id: await idOf(keys) }, body: { mediaId } });
    expect(shown.body.picture).toMatch(/^data:image\/webp;base64,/);
    expect(await audits(keys)).toEqual(['takedown.hidden', 'takedown.opened', 'takedown.evidence_shown']);
    const other = (await aPublishedPicture()).mediaId;
    const foreign = await t.client(people.moderator).call('takedownEvidence', {
      params: { id: await idOf(keys) },
      body: { mediaId: other },
    });
    expect(foreign.error?.code).toBe('NOT_FOUND');
  });
});

describe('an uploader', () => {
  it('reads what was done and why, and answers once', async () => {
    const own = await aCreator(t);
    const { print } = await aPublishedPicture({ of: own });
    const keys = await complain({ class: 'image', fingerprints: [print] });
    t.clock.advance(1_000);
    await act(keys, 'remove');
    await t.drain();
    const { body } = await t.client(own).call('takedownStatements');
    expect(body.map(({ effect, isAutomatic, reason }) => [effect, isAutomatic, reason])).toEqual([
      ['removed', false, 'Looked at it'],
      ['hidden', true, null],
    ]);
    const kinds = (await t.client(own).call('listNotifications')).body.items.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['takedown_hidden', 'takedown_removed']));
    const params = { id: body[0]?.id ?? '' };
    const answer = (who: { cookie: string }) =>
      t.client(who).call('answerTakedownStatement', { params, body: { text: 'I took it myself' } });
    expect((await answer(people.fan)).status).toBe(404);
    expect((await answer(own)).status).toBe(204);
    expect((await answer(own)).error?.code).toBe('CONFLICT');
    expect((await opened(keys)).body.answers.map(({ text }) => text)).toEqual(['I took it myself']);
    // Sealed: the table holds none of it in clear.
    const row = await t.db
      .selectFrom('takedown_statements')
      .selectAll()
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    expect(row.answer_sealed?.includes('myself')).toBe(false);
  });
});

describe('a case by address', () => {
  it('hides the item of an address, and of a profile waits for a person', async () => {
    const { contentId } = await aPublishedPicture();
    await complain({ class: 'image', address: `http://vlam.test/creator/${people.creator.profileId}` });
    expect((await see(contentId)).status).toBe(200);
    const keys = await complain({
      class: 'image',
      address: `http://vlam.test/creator/${people.creator.profileId}?item=${contentId}`,
    });
    expect((await see(contentId)).status).toBe(404);
    expect((await opened(keys)).body).toMatchObject({ target: { type: 'content', id: contentId }, hidden: 1 });
  });

  it('hides the photo of an address, and shows it again', async () => {
    const member = await aCreator(t);
    const mediaId = (await sendFile(t, member, await aSharpPicture(9_020))).id;
    await t.drain();
    await t.client(member).call('setPhotos', { body: { mediaIds: [mediaId] } });
    const url =
      (await t.client(people.fan).call('getProfile', { params: { id: member.profileId } })).body.portraits.card ?? '';
    expect(url).toMatch(/^\/img\/o\//);
    const keys = await complain({ class: 'image', address: `http://vlam.test${url}` });
    expect((await fetchFile(t, people.fan, url)).status).toBe(404);
    await act(keys, 'restore');
    expect((await fetchFile(t, people.fan, url)).status).toBe(200);
    await act(keys, 'remove');
    await t.drain();
    expect((await fetchFile(t, people.moderator, url)).status).toBe(404);
  });
});
