import { consentWordingFor } from '@vlam/contract/rules/consents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '../../../test/app.ts';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { findClips } from '../../../test/machine.ts';
import { fetchFile } from '../../../test/pictures.ts';
import { aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { fetchWhole, sendStream, tracksOf } from '../../../test/streams.ts';

const clipsWork = await findClips();

describe.skipIf(!clipsWork)('a recording whose people are asked to agree (skipped without the FFmpeg bindings)', () => {
  let app: TestApp;
  let creator: TestProfile;
  let other: TestProfile;
  let mediaId: string;
  let draftId: string;
  beforeAll(async () => {
    app = await startTestApp();
    creator = await aCreator(app);
    other = await aProfile(app);
    mediaId = await sendStream(app, creator, 'publish', { seconds: 5, seed: 71 });
    const body = publicationOf(mediaId, { mediaType: 'video', state: 'draft' });
    draftId = (await app.client(creator).call('createContent', { body })).body.id;
  });
  afterAll(() => app.close());

  const askByLink = async (name: string) => {
    const asked = await app.client(creator).call('askConsent', { ...at(draftId), body: { name } });
    expect(asked.status).toBe(201);
    return { personId: asked.body.person.id, token: asked.body.link?.split('/').at(-1) ?? '' };
  };
  const streamByLink = (client: TestClient, token: string, id = mediaId) =>
    client.call('streamByLink', { params: { token, id } });

  it('T58: plays to a member who is asked, before anyone else', async () => {
    const own = app.client(creator);
    const asked = await aProfile(app);
    const client = app.client(asked);
    expect((await client.call('getStream', at(mediaId))).error?.code).toBe('NOT_FOUND');
    const body = { profileId: asked.profileId, name: asked.displayName };
    expect((await own.call('askConsent', { ...at(draftId), body })).status).toBe(201);
    expect((await client.call('listConsents')).body).toMatchObject([{ mediaId, mediaType: 'video' }]);
    const { url } = (await client.call('getStream', at(mediaId))).body;
    expect((await fetchFile(app, asked, url)).status).toBe(200);
    expect((await app.client(other).call('getStream', at(mediaId))).error?.code).toBe('NOT_FOUND');
    expect((await fetchFile(app, other, url)).status).toBe(403);
  });

  it('T58: records a yes to a video in the words for a video, and none to other words than were shown', async () => {
    const asked = await aProfile(app);
    const [own, client] = [app.client(creator), app.client(asked)];
    const body = { profileId: asked.profileId, name: asked.displayName };
    const { person } = (await own.call('askConsent', { ...at(draftId), body })).body;
    const agree = (wording?: number) =>
      client.call('answerConsent', {
        ...at(person.id),
        body: { answer: 'yes', signature: 'Kyle Naidoo', mediaId, wording },
      });
    const shown = consentWordingFor(['video']);
    expect(shown.text).toBe(
      'I am in this video and 18 or older. I agree that it is published and sold on Vlam, and only there, until I take this back. I can do that at any time.',
    );
    expect((await agree(consentWordingFor(['image']).number)).error?.code).toBe('CONFLICT');
    expect((await agree()).error?.message).toBe('What you saw was changed. Look at it again');
    expect((await agree(shown.number)).status).toBe(204);
    expect((await client.call('listConsents')).body).toMatchObject([{ state: 'yes', wording: shown.number }]);
    const kept = await app.db
      .selectFrom('content_people')
      .select(['wording', 'scope'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ wording: shown.number, scope: ['publish', 'sell'] });
    const register = await own.request('GET', '/api/compliance/consent-records.csv');
    expect(String(register.body)).toContain('I am in this video and 18 or older');
  });

  it('T47, T50, T58: plays to the holder of a private link only, by addresses that open nothing elsewhere', async () => {
    const [one, two] = [await askByLink('Thandi Dube'), await askByLink('Lerato Nkosi')];
    const holder = app.client();
    const shown = (await holder.call('consentByLink', { params: { token: one.token } })).body;
    expect(shown.files).toMatchObject([{ id: mediaId, mediaType: 'video', picture: expect.stringMatching(/^data:/) }]);
    const answer = await streamByLink(holder, one.token);
    expect([answer.headers['cache-control'], answer.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
    expect(answer.headers['set-cookie']).toMatch(new RegExp(`Path=/c/${one.personId}; HttpOnly; SameSite=Strict`));
    const { url } = answer.body;
    expect(answer.body.qualities.length).toBeGreaterThan(1);
    expect(url).not.toContain(one.token);
    const statusOf = async (who: { cookie: string }, name: string, address = url) =>
      (await fetchFile(app, who, address.replace('index.m3u8', name))).status;
    const mine = { cookie: holder.cookie() };
    const files = ['index.m3u8', '240p.m3u8', 'sound.m3u8', '240p/init.mp4', '240p/1.m4s', 'sound/0.m4s'];
    for (const name of files) expect([name, await statusOf(mine, name)]).toEqual([name, 200]);
    const film = await fetchWhole(app, mine, url, `240p.m3u8${url.slice(url.indexOf('?'))}`);
    expect((await tracksOf(film)).seconds).toBeCloseTo(5, 0);
    // Nothing that is a whole film.
    expect(await statusOf(mine, 'hover.mp4')).toBe(404);

    // Another link about the same recording, a visitor, a member, and the address as one of an account.
    const second = app.client();
    const otherUrl = (await streamByLink(second, two.token)).body.url;
    const its = { cookie: second.cookie() };
    const swapped = otherUrl.replace(two.personId, one.personId);
    for (const name of files) {
      expect([name, await statusOf(its, name)]).toEqual([name, 404]);
      expect([name, await statusOf({ cookie: '' }, name)]).toEqual([name, 404]);
      expect([name, await statusOf(other, name)]).toEqual([name, 404]);
      expect([name, await statusOf(mine, name, otherUrl)]).toEqual([name, 404]);
      expect([name, await statusOf(mine, name, swapped)]).toEqual([name, 403]);
      expect([name, await statusOf(creator, name, url.replace(`/c/${one.personId}`, '/m'))]).toEqual([name, 403]);
    }
    // A file that the link is not about.
    expect((await streamByLink(holder, one.token, await aReadyFile(app, creator))).error?.code).toBe('NOT_FOUND');
    const [expires = ''] = /(?<=[?&].*)\d{10}/.exec(url) ?? [];
    expect(await statusOf(mine, 'index.m3u8', url.replace(expires, String(Number(expires) + 60)))).toBe(403);
    app.clock.advance(301_000);
    expect(await statusOf(mine, '240p/0.m4s')).toBe(403);
  });

  it('T58: shows nothing after a no, after the last day, or once the draft is gone', async () => {
    const begin = async () => {
      const asked = await askByLink('Thandi Dube');
      const client = app.client();
      const { url } = (await streamByLink(client, asked.token)).body;
      const statuses = async () => [
        (await streamByLink(client, asked.token)).status,
        (await fetchFile(app, { cookie: client.cookie() }, url)).status,
      ];
      expect(await statuses()).toEqual([200, 200]);
      return { ...asked, statuses };
    };
    const refusing = await begin();
    const no = { params: { token: refusing.token }, body: { answer: 'no' } };
    expect((await app.client().call('answerByLink', no)).status).toBe(204);
    expect(await refusing.statuses()).toEqual([404, 404]);
    const late = await begin();
    await app.db
      .updateTable('content_people')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', late.personId)
      .execute();
    expect(await late.statuses()).toEqual([404, 404]);
    const left = await begin();
    expect((await app.client(creator).call('removeContent', at(draftId))).status).toBe(204);
    expect(await left.statuses()).toEqual([404, 404]);
  });
});
