import { toPhrase } from '@vlam/contract/rules/words';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-18T17:00:00Z') });
let admin: TestProfile;
let moderator: TestProfile;
let member: TestProfile;
beforeAll(async () => {
  admin = await aProfile(t, { role: 'admin' });
  moderator = await aProfile(t, { role: 'moderator' });
  member = await aProfile(t);
});

const post = (bio: string, as = member) => {
  t.clock.advance(1_000);
  return t.client(as).call('updateProfile', { body: { bio } });
};
const refusal = 'Meetings for money are not offered here. Please change these words';
const matches = async () => (await t.client(moderator).call('listPhraseMatches', {})).body.items;
/** Lists hold ten seconds in each process. */
const settle = () => t.clock.advance(10_001);
const add = (phrases: string[], effect: 'refuse' | 'report', as = admin) =>
  t.client(as).call('addPhrases', { body: { phrases, language: 'en', effect, rule: 'paid_meetings' } });

describe('word lists', () => {
  it('refuse a text that others would read, by its field, and list it for moderators', async () => {
    const refused = await post('Coffee? P.P.M only');
    expect(refused.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: refusal,
      details: { fields: { bio: refusal } },
    });
    expect((await post('Coffee at eight?')).status).toBe(200);
    expect((await matches())[0]).toMatchObject({
      phrase: 'ppm',
      effect: 'refuse',
      rule: 'paid_meetings',
      operation: 'updateProfile',
      text: 'Coffee? P.P.M only',
      person: { id: member.profileId },
    });
    // Sent twice, it is one match.
    await post('Coffee? P.P.M only');
    expect((await matches()).filter(({ phrase }) => phrase === 'ppm')).toHaveLength(1);
  });

  it('let a reported phrase pass, and list it', async () => {
    expect((await post('Book me for the sunrise')).status).toBe(200);
    expect((await matches())[0]).toMatchObject({ phrase: 'book me', effect: 'report' });
  });

  it('refuse searches, and store nothing of them', async () => {
    const before = (await matches()).length;
    const searched = await t.client(member).call('searchProfiles', { query: { q: 'incall' } });
    expect(searched.error).toMatchObject({ code: 'VALIDATION_FAILED', details: { fields: { q: refusal } } });
    expect((await matches()).length).toBe(before);
  });

  it('read profiles, nested fields and tags, and leave private messages alone', async () => {
    const creator = await aCreator(t);
    const post = await t.client(member).call('postTonight', { body: { text: 'Cash meets?', category: 'Coffee' } });
    expect(post.error?.details).toMatchObject({ fields: { text: refusal } });
    const tagged = await t.client(creator).call('createContent', {
      body: {
        title: 'Rain',
        description: '',
        mediaType: 'image',
        mediaUrl: 'https://vlam.test/a.jpg',
        tags: ['rain', 'outcall'],
      },
    } as never);
    expect(JSON.stringify(tagged.error?.details ?? {})).toContain(refusal);
    const live = await t.client(creator).call('startLive', {
      body: { title: 'Rain', audience: 'tickets', goal: { title: 'pay per meet', credits: 100 } },
    } as never);
    expect(JSON.stringify(live.error?.details ?? {})).toContain(refusal);
    const message = await t.client(creator).call('sendMessage', {
      params: { profileId: member.profileId },
      body: { clientId: '019921ce-3d98-71fd-a370-b46bed6833e3', content: 'ppm?' },
    });
    expect(message.status).toBeLessThan(300);
  });

  it('begin with threats and pressure to pay elsewhere, in four languages, as the comparison reads them', async () => {
    const listed = await t.db.selectFrom('listed_phrases').select(['phrase', 'language', 'effect', 'rule']).execute();
    for (const { phrase } of listed) expect(toPhrase(phrase)).toBe(phrase);
    for (const rule of ['threats', 'fraud'])
      for (const language of ['en', 'af', 'zu', 'xh']) {
        const first = listed.filter((each) => each.rule === rule && each.language === language);
        expect(first.length).toBeGreaterThanOrEqual(8);
        expect(first.every(({ effect }) => effect === 'report')).toBe(true);
      }
    expect((await post('Pay me outside Vlam. Ek weet waar jy woon! Ngizokudalula. Ndithumelele i-OTP.')).status).toBe(
      200,
    );
    const { items } = (await t.client(moderator).call('listPhraseMatches')).body;
    const found = items.filter(({ text }) => text.includes('outside Vlam')).map(({ phrase, rule }) => [phrase, rule]);
    expect(found.toSorted()).toEqual([
      ['ek weet waar jy woon', 'threats'],
      ['ndithumelele i otp', 'fraud'],
      ['ngizokudalula', 'threats'],
      ['pay me outside vlam', 'fraud'],
    ]);
  });

  it('are changed by admins, with an audit row, and hold within ten seconds', async () => {
    expect((await add(['moon walk'], 'refuse', moderator)).error?.code).toBe('FORBIDDEN');
    expect((await add(['Moon  Walk!', 'moon walk'], 'refuse')).status).toBe(204);
    settle();
    expect((await post('A moon-walk?')).error?.code).toBe('VALIDATION_FAILED');
    expect((await add(['moon walk'], 'report')).status).toBe(204);
    settle();
    expect((await post('A moon walk, later?')).status).toBe(200);
    const listed = (await t.client(moderator).call('listPhrases')).body.filter(({ phrase }) => phrase === 'moon walk');
    expect(listed).toMatchObject([{ effect: 'report', language: 'en', matches: 2 }]);
    const params = { id: listed[0]?.id ?? '' };
    expect((await t.client(admin).call('removePhrase', { params })).status).toBe(204);
    expect((await t.client(admin).call('removePhrase', { params })).error?.code).toBe('NOT_FOUND');
    const audited = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'words.%')
      .orderBy('number')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(['words.added', 'words.added', 'words.removed']);
    // The third is one character of two units, the fourth becomes 18 characters each.
    for (const phrase of ['…!', 'one two three four five six seven', '\u{20000}\u{d7fc}', '\u{fdfa}'.repeat(5)])
      expect([phrase, (await add([phrase], 'report')).error?.code]).toEqual([phrase, 'VALIDATION_FAILED']);
  });

  it('forget what they found after ninety days', async () => {
    await post('ppm tonight');
    expect((await matches()).length).toBeGreaterThan(0);
    t.clock.advance(90 * 86_400_000 + 60_000);
    await t.context.jobs.enqueue(t.db, { name: 'moderation.forget-phrase-matches', maxAttempts: 1 }, {});
    await t.drain();
    expect(await t.db.selectFrom('phrase_matches').selectAll().execute()).toEqual([]);
  });
});
