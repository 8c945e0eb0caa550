import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { communityRules } from './rules/community.ts';
import { wordEffects, wordLanguages } from './rules/words.ts';
import { cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

/** Phrases added at once. */
export const maxWordsAtOnce = 50;

export const listedPhrase = z.object({
  id,
  phrase: z.string(),
  language: z.enum(wordLanguages),
  effect: z.enum(wordEffects),
  rule: z.enum(communityRules),
  /** Member of staff; null for one of the first list. */
  addedBy: z.nullable(z.string()),
  addedAt: timestamp,
  /** Texts it was found in within 30 days. */
  matches: z.int(),
});
export type ListedPhrase = z.output<typeof listedPhrase>;

/** A text in which a phrase was found. */
export const phraseMatch = z.object({
  id,
  phrase: z.string(),
  effect: z.enum(wordEffects),
  rule: z.enum(communityRules),
  /** Operation that sent the text. */
  operation: z.string(),
  text: z.string(),
  /** Null when the account is gone. */
  person: z.nullable(z.object({ id, displayName: z.string() })),
  at: timestamp,
});
export type PhraseMatch = z.output<typeof phraseMatch>;

const moderators = { permission: 'moderate_content' } as const;
const managers = { permission: 'manage_compliance' } as const;

export const moderationWordsOperations = {
  listPhrases: operation({
    method: 'GET',
    path: '/api/admin/words',
    summary: 'Phrases that are refused or reported in texts others read and in searches, by language and phrase',
    access: moderators,
    response: z.array(listedPhrase),
  }),
  addPhrases: operation({
    method: 'POST',
    path: '/api/admin/words',
    summary: 'Add phrases, or change the effect of those already listed; holds within ten seconds; audited',
    access: managers,
    rate: 'write',
    body: z.strictObject({
      phrases: z
        .array(requiredText(2, 60, 'A phrase has two letters or more', 'Please keep it under 60 characters'))
        .check(z.minLength(1, 'Write a phrase first'), z.maxLength(maxWordsAtOnce)),
      language: z.enum(wordLanguages),
      effect: z.enum(wordEffects),
      rule: z.enum(communityRules),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  removePhrase: operation({
    method: 'DELETE',
    path: '/api/admin/words/{id}',
    summary: 'Remove a phrase; audited',
    access: managers,
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listPhraseMatches: operation({
    method: 'GET',
    path: '/api/admin/words/matches',
    summary: 'Texts of the last 90 days in which a phrase was found, newest first',
    access: moderators,
    query: cursorQuery,
    response: page(phraseMatch),
  }),
};
