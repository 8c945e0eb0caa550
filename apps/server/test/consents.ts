import { createHash } from 'node:crypto';
import { consentWordingFor } from '@vlam/contract/consents';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestProfile } from './factories.ts';
import { aReadyFile, at, publicationOf } from './publications.ts';

const answers = { language: 'none', undress: 'nude', sex: 'none', harm: 'none' };
/** Number of the words for an item with these files; one picture unless given. */
export const wordingFor = (...mediaTypes: string[]): number => consentWordingFor(mediaTypes).number;
/** A yes by a private link to one picture, without the file. */
export const adult = {
  wording: wordingFor('image'),
  name: 'Lerato M. Dube',
  birthDate: '1990-04-02',
  documentType: 'passport',
  documentNumber: 'A0123456',
};
/** Hash of every draft's file. */
export const sha256 = createHash('sha256').update('the file').digest();

/** Steps of creators and the people in their drafts. */
export function useConsents(t: TestApp) {
  async function aDraft(creator: TestProfile, more: Record<string, unknown> = {}): Promise<string> {
    const mediaId = await aReadyFile(t, creator);
    await t.db.updateTable('media').set({ sha256 }).where('id', '=', mediaId).execute();
    const made = await t.client(creator).call('createContent', {
      body: publicationOf(mediaId, {
        state: 'draft',
        classificationAnswers: answers,
        depicts: 'me_and_others',
        ...more,
      }),
    });
    return made.body.id;
  }

  async function ask(creator: TestProfile, contentId: string, person: { profileId?: string; name: string }) {
    const asked = await t.client(creator).call('askConsent', { ...at(contentId), body: person });
    expect(asked.status).toBe(201);
    return { ...asked.body, token: asked.body.link?.split('/').at(-1) ?? '' };
  }

  /** The id of the file that an item shows now. */
  async function fileOf(contentId: string): Promise<string> {
    const item = await t.db
      .selectFrom('content_items')
      .select('media_id')
      .where('id', '=', contentId)
      .executeTakeFirstOrThrow();
    return item.media_id ?? '';
  }

  const giveConsent = async (person: TestProfile, asked: { id: string }, contentId: string) =>
    t.client(person).call('answerConsent', {
      ...at(asked.id),
      body: { answer: 'yes', signature: 'Kyle Naidoo', wording: wordingFor('image'), mediaId: await fileOf(contentId) },
    });

  const publish = (creator: TestProfile, id: string) => t.client(creator).call('publishContent', at(id));
  const visitor = () => t.client();
  const byLink = (token: string, body: Record<string, unknown>) =>
    visitor().call('answerByLink', { params: { token }, body });
  /** Lets later tests use the file again. */
  const unblock = () => t.db.deleteFrom('blocked_files').execute();

  return { aDraft, ask, fileOf, giveConsent, publish, visitor, byLink, unblock };
}
