import * as z from 'zod/mini';
import { classifications, warningLabels } from './content.ts';
import { operation } from './operation.ts';
import { cursorQuery, id, page, text, timestamp } from './schemas.ts';

/** One classification that an item was given. The register only grows. */
export const registeredClassification = z.object({
  id,
  contentId: id,
  title: z.string(),
  /** Of the item now. */
  state: z.string(),
  classification: z.enum(classifications),
  /** As the Board writes it, with the advice letters. */
  rating: z.string(),
  warningLabels: z.array(z.enum(warningLabels)),
  /** Given by answers to the questions, not by naming a class. */
  isAnswered: z.boolean(),
  at: timestamp,
});
export type RegisteredClassification = z.output<typeof registeredClassification>;

/** One person in one item, with what they answered. Nothing that was sealed with the answer. */
export const registeredConsent = z.object({
  id,
  contentId: id,
  title: z.string(),
  name: z.string(),
  /** Asked by a private link, without an account. */
  isLinked: z.boolean(),
  state: z.enum(['asked', 'yes', 'no', 'revoked']),
  scope: z.array(z.string()),
  /** Number of the wording that was agreed to. */
  wording: z.int(),
  askedAt: timestamp,
  answeredAt: z.nullable(timestamp),
  revokedAt: z.nullable(timestamp),
  /** Another file took the place of the one that was answered. */
  replacedAt: z.nullable(timestamp),
  /** SHA-256 of the file, hexadecimal; null without an answer. */
  fileHash: z.nullable(z.string()),
});
export type RegisteredConsent = z.output<typeof registeredConsent>;

const search = z.extend(cursorQuery, { q: z.optional(text(100)) });

export const contentRegistersOperations = {
  listClassificationRegister: operation({
    method: 'GET',
    path: '/api/compliance/classifications',
    summary: "Every classification of the caller's items, newest first; `q` searches their titles",
    access: 'creator',
    query: search,
    response: page(registeredClassification),
    errors: ['VALIDATION_FAILED'],
  }),
  exportClassificationRegister: operation({
    method: 'GET',
    path: '/api/compliance/classifications.csv',
    summary: 'The register of classifications as CSV',
    access: 'creator',
    rate: 'document',
    navigation: true,
  }),
  listConsentRegister: operation({
    method: 'GET',
    path: '/api/compliance/consent-records',
    summary: "Everyone asked about the caller's items and what they answered, newest first; `q` searches titles",
    access: 'creator',
    query: search,
    response: page(registeredConsent),
    errors: ['VALIDATION_FAILED'],
  }),
  exportConsentRegister: operation({
    method: 'GET',
    path: '/api/compliance/consent-records.csv',
    summary: 'The register of consents as CSV',
    access: 'creator',
    rate: 'document',
    navigation: true,
  }),
};
