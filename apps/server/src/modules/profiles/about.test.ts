import { accountConsentWordings } from '@vlam/contract/rules/account-consents';
import { describe, expect, it } from 'vitest';
import { agreeToSpecial, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

const answers = [
  { prompt: 'sunday' as const, answer: 'A long swim at Clifton, then nothing at all.' },
  { prompt: 'song' as const, answer: 'Anything by Miriam Makeba' },
];
const agree = (who: TestProfile) =>
  t.client(who).call('giveAccountConsent', { params: { kind: 'orientation' }, body: { number: 1 } });
const seenBy = async (viewer: TestProfile, { profileId }: TestProfile) =>
  (await t.client(viewer).call('getProfile', { params: { id: profileId } })).body;

describe('what a member says of themselves', () => {
  it('is optional, and is shown on their page as they wrote it', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    expect(await seenBy(other, member)).toMatchObject({ pronouns: null, orientation: null, prompts: [] });
    const { body } = await t
      .client(member)
      .call('updateProfile', { body: { pronouns: 'they/them', prompts: answers } });
    expect(body).toMatchObject({ pronouns: 'they/them', prompts: answers, hidden: ['orientation'] });
    expect(await seenBy(other, member)).toMatchObject({ pronouns: 'they/them', prompts: answers });
    await t.client(member).call('updateProfile', { body: { pronouns: null, prompts: [] } });
    expect(await seenBy(other, member)).toMatchObject({ pronouns: null, prompts: [] });
  });

  it('refuses a fourth answer, the same question twice, and an empty one', async () => {
    const client = t.client(await aProfile(t));
    const answer = 'Two words';
    for (const prompts of [
      (['sunday', 'ask', 'laugh', 'song'] as const).map((prompt) => ({ prompt, answer })),
      [answers[0], answers[0]],
      [{ prompt: 'ask', answer: ' ' }],
      [{ prompt: 'nothing', answer }],
    ])
      expect((await client.call('updateProfile', { body: { prompts: prompts as never } })).error?.code).toBe(
        'VALIDATION_FAILED',
      );
  });

  it('POPIA s26: an orientation is kept only by its own yes, and hidden until the member shows it', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    const client = t.client(member);
    const set = () => client.call('updateProfile', { body: { orientation: 'queer' } });
    expect((await set()).error?.code).toBe('CONSENT_REQUIRED');
    // The other consent about a sex life does not name it.
    await agreeToSpecial(t, member.accountId);
    expect((await set()).error?.code).toBe('CONSENT_REQUIRED');
    expect(accountConsentWordings.special[0]).not.toContain('orientation');
    await agree(member);
    expect((await set()).body).toMatchObject({ orientation: 'queer', hidden: ['orientation'] });
    expect((await seenBy(other, member)).orientation).toBeNull();
    await client.call('updateProfile', { body: { hidden: [] } });
    expect((await seenBy(other, member)).orientation).toBe('queer');
  });

  it('POPIA s26: an orientation that is not there yet cannot be shown in advance, as by an older tab', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    const client = t.client(member);
    await agree(member);
    const shown = await client.call('updateProfile', { body: { hidden: ['pronouns'] } });
    expect(new Set(shown.body.hidden)).toEqual(new Set(['pronouns', 'orientation']));
    await client.call('updateProfile', { body: { orientation: 'queer' } });
    expect((await seenBy(other, member)).orientation).toBeNull();
    // With the orientation itself it is the member's word.
    await client.call('updateProfile', { body: { orientation: 'gay', hidden: [] } });
    expect((await seenBy(other, member)).orientation).toBe('gay');
    await client.call('updateProfile', { body: { orientation: null } });
    await client.call('updateProfile', { body: { orientation: 'gay' } });
    expect((await seenBy(other, member)).orientation).toBeNull();
  });

  it('POPIA s11: taking the yes back deletes the orientation and hides it again, and nothing else', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    const client = t.client(member);
    await agree(member);
    await agreeToSpecial(t, member.accountId);
    await client.call('updateProfile', {
      body: { orientation: 'lesbian', hidden: [], relationshipStatus: 'single', pronouns: 'she/her' },
    });
    const taken = await client.call('withdrawAccountConsent', { params: { kind: 'orientation' } });
    expect(taken.status).toBe(200);
    expect((await client.call('ownProfile')).body).toMatchObject({
      ...{ orientation: null, hidden: ['orientation'], relationshipStatus: 'single', pronouns: 'she/her' },
    });
    expect((await seenBy(other, member)).orientation).toBeNull();
    // Given again, the field starts hidden.
    await agree(member);
    await client.call('updateProfile', { body: { orientation: 'lesbian' } });
    expect((await seenBy(other, member)).orientation).toBeNull();
  });

  it('what is hidden is on no page and no card, and no filter finds it', async () => {
    const [member, other] = [await aProfile(t, { city: 'Durban' }), await aProfile(t, { city: 'Durban' })];
    const client = t.client(member);
    await agreeToSpecial(t, member.accountId);
    for (const who of [member, other]) await t.client(who).call('setLocation', { body: { city: 'Durban' } });
    await client.call('updateProfile', {
      body: { relationshipStatus: 'open', lookingFor: ['Art'], pronouns: 'he/him', prompts: answers },
    });
    const found = async () =>
      (await t.client(other).call('nearby', { query: { relationship: 'open' } })).body.items.map(({ id }) => id);
    expect(await found()).toContain(member.profileId);
    const hidden = ['relationshipStatus', 'lookingFor', 'pronouns', 'prompts'] as const;
    await client.call('updateProfile', { body: { hidden: [...hidden] } });
    expect(await seenBy(other, member)).toMatchObject({
      ...{ relationshipStatus: null, lookingFor: [], pronouns: null, prompts: [] },
    });
    expect(await found()).not.toContain(member.profileId);
    const { body: near } = await t.client(other).call('nearby', {});
    expect(near.items.find(({ id }) => id === member.profileId)).toMatchObject({
      ...{ relationshipStatus: null, lookingFor: [] },
    });
    expect((await client.call('ownProfile')).body).toMatchObject({ relationshipStatus: 'open', prompts: answers });
  });
});
