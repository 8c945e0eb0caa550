import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { maxFingerprints, takedownClasses } from './rules/takedowns.ts';
import { id, idParams, requiredText, text, timestamp } from './schemas.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits'));

/** What a browser computed of a picture, which itself is never sent: SHA-256 of the file, PDQ of what it looks like. */
export const fingerprint = z.strictObject({
  sha256: hash,
  print: hash,
  mirrored: hash,
  quality: z.int().check(z.gte(0), z.lte(100)),
});
export type Fingerprint = z.output<typeof fingerprint>;

/** A class with its times, as they stand now. */
export const takedownClass = z.object({
  class: z.enum(takedownClasses),
  /** What matches is hidden by the machine at intake. */
  hidesAtOnce: z.boolean(),
  /** Time in which a person decides: hours, or business days. */
  hours: z.nullable(z.int()),
  businessDays: z.nullable(z.int()),
});

const caseNumber = z.string().check(z.trim(), z.maxLength(20));
const pin = z.string().check(z.trim(), z.maxLength(12));
const messageText = requiredText(3, 2_000, 'Please write a few words', 'Please keep it under 2,000 characters');

/** A case as its complainant reads it. Nothing in it says whether a file was found before a person has decided. */
export const takedownCase = z.object({
  caseNumber: z.string(),
  class: z.enum(takedownClasses),
  state: z.enum(['open', 'removed', 'refused']),
  receivedAt: timestamp,
  /** What matches is hidden until the decision. */
  hidesAtOnce: z.boolean(),
  dueAt: timestamp,
  decidedAt: z.nullable(timestamp),
  /** Reason of the decision. */
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Hexadecimal. */
  prints: z.array(z.string()),
  messages: z.array(z.object({ text: z.string(), at: timestamp })),
  appealedAt: z.nullable(timestamp),
  mayAppeal: z.boolean(),
  /** Last moment to appeal; null for a person who is in it. */
  appealUntil: z.nullable(timestamp),
});
export type TakedownCase = z.output<typeof takedownCase>;

/** A row of the queue. */
export const staffTakedown = z.object({
  id,
  caseNumber: z.string(),
  class: z.enum(takedownClasses),
  state: z.enum(['open', 'removed', 'refused']),
  receivedAt: timestamp,
  dueAt: timestamp,
  outerAt: z.nullable(timestamp),
  decidedAt: z.nullable(timestamp),
  isAppeal: z.boolean(),
  by: z.enum(['fingerprint', 'address', 'description']),
  /** Files that the case is about. */
  files: z.int(),
  /** How many of them are hidden now. */
  hidden: z.int(),
});
export type StaffTakedown = z.output<typeof staffTakedown>;

export const takedownFile = z.object({
  mediaId: id,
  kind: z.enum(['image', 'video', 'audio']),
  owner: z.nullable(z.object({ accountId: id, profileId: z.nullable(id), name: z.string() })),
  foundBy: z.enum(['file', 'print', 'address', 'staff']),
  distance: z.int(),
  state: z.enum(['visible', 'hidden', 'removed', 'gone']),
  /** Title of the item it is published in. */
  title: z.nullable(z.string()),
  /** Small, grey and out of focus, as a data URL; null where no picture is shown. */
  blurred: z.nullable(z.string()),
});
export type TakedownFile = z.output<typeof takedownFile>;

export const openedTakedown = z.extend(staffTakedown, {
  address: z.nullable(z.string()),
  target: z.nullable(z.object({ type: z.string(), id: z.string() })),
  isDepicted: z.boolean(),
  contact: z.nullable(z.string()),
  /** Earlier complaints from the same place that were refused. */
  unfounded: z.int(),
  prints: z.array(z.string()),
  /** Whether pictures may be opened at all: not where a person may be under 18. */
  showsPictures: z.boolean(),
  found: z.array(takedownFile),
  /** Accounts that the case froze with their payouts, until it is decided. */
  frozenAccounts: z.int(),
  events: z.array(
    z.object({
      kind: z.enum([
        'received',
        'searched',
        'message',
        'hidden',
        'restored',
        'removed',
        'refused',
        'appealed',
        'frozen',
        'released',
      ]),
      /** Name of the member of staff; null for the complainant and the machine. */
      by: z.nullable(z.string()),
      text: z.nullable(z.string()),
      at: timestamp,
    }),
  ),
  /** What uploaders wrote about their statement of reasons. */
  answers: z.array(z.object({ text: z.string(), at: timestamp })),
  /** True when the caller decided the appealed case; another member of staff decides the appeal. */
  isOwnDecision: z.boolean(),
});
export type OpenedTakedown = z.output<typeof openedTakedown>;

export const takedownActions = ['hide', 'restore', 'remove', 'refuse'] as const;
export type TakedownAction = (typeof takedownActions)[number];

/** What an uploader reads about a file of theirs. */
export const takedownStatement = z.object({
  id,
  class: z.enum(takedownClasses),
  effect: z.enum(['hidden', 'removed', 'restored']),
  isAutomatic: z.boolean(),
  title: z.string(),
  reason: z.nullable(z.string()),
  at: timestamp,
  answer: z.nullable(z.string()),
  mayAnswer: z.boolean(),
});

const moderators = { permission: 'moderate_content' } as const;

const takedownFilter = z.strictObject({
  state: z.optional(z.enum(['open', 'decided'])),
  class: z.optional(z.enum(takedownClasses)),
  /** Only open ones that are past their time. */
  late: z.optional(z.literal('true')),
});

export const takedownsOperations = {
  takedownClasses: operation({
    method: 'GET',
    path: '/api/takedowns/classes',
    summary: 'What can be complained of at the public desk, and the time for each',
    access: 'public',
    response: z.array(takedownClass),
  }),
  createTakedown: operation({
    method: 'POST',
    path: '/api/takedowns',
    summary: 'Complain without an account, by fingerprint, address or description; the same response whatever exists',
    access: 'public',
    rate: 'mail',
    body: z
      .strictObject({
        class: z.enum(takedownClasses),
        fingerprints: z.optional(z.array(fingerprint).check(z.maxLength(maxFingerprints))),
        address: z.optional(text(500, 'Please keep it under 500 characters')),
        description: z.optional(text(2_000, 'Please keep it under 2,000 characters')),
        contact: z.optional(text(200, 'Please keep it under 200 characters')),
        /** The complainant is in it. */
        isDepicted: z.optional(z.boolean()),
      })
      .check(
        z.refine(
          ({ fingerprints = [], address = '', description = '' }) =>
            fingerprints.length > 0 || address.length > 0 || description.length > 0,
          { message: 'Say where it is: a fingerprint, an address or a description', path: ['description'] },
        ),
      ),
    response: z.object({ caseNumber: z.string(), pin: z.string() }),
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  takedownStatus: operation({
    method: 'POST',
    path: '/api/takedowns/status',
    summary: 'A case by number and PIN; five wrong PINs close it for an hour',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({ caseNumber, pin }),
    response: takedownCase,
    status: 200,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  addToTakedown: operation({
    method: 'POST',
    path: '/api/takedowns/messages',
    summary: 'Add a message, or further fingerprints, to an open case',
    access: 'public',
    rate: 'mail',
    body: z.strictObject({
      caseNumber,
      pin,
      text: z.optional(text(2_000, 'Please keep it under 2,000 characters')),
      fingerprints: z.optional(z.array(fingerprint).check(z.maxLength(maxFingerprints))),
    }),
    response: takedownCase,
    status: 200,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
  }),
  appealTakedown: operation({
    method: 'POST',
    path: '/api/takedowns/appeal',
    summary: 'Ask once for another moderator after a refusal',
    access: 'public',
    rate: 'mail',
    body: z.strictObject({ caseNumber, pin, text: messageText }),
    response: takedownCase,
    status: 200,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
  }),
  takedownStatements: operation({
    method: 'GET',
    path: '/api/takedowns/statements',
    summary: 'What was done about files of the caller after complaints, newest first; at most 50',
    access: 'member',
    response: z.array(takedownStatement),
  }),
  answerTakedownStatement: operation({
    method: 'POST',
    path: '/api/takedowns/statements/{id}/answer',
    summary: 'Answer a statement once, in time; a moderator reads it with the case',
    access: 'member',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ text: messageText }),
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  listTakedowns: operation({
    method: 'GET',
    path: '/api/admin/takedowns',
    summary: 'Open cases, least time left first, or decided ones, newest first; at most 100',
    access: moderators,
    query: takedownFilter,
    response: z.array(staffTakedown),
    errors: ['VALIDATION_FAILED'],
  }),
  exportTakedowns: operation({
    method: 'GET',
    path: '/api/admin/takedowns/export.csv',
    summary: 'The list as CSV, without who complained and what they wrote; audited',
    access: moderators,
    stepUp: true,
    rate: 'document',
    navigation: true,
    query: takedownFilter,
    errors: ['VALIDATION_FAILED'],
  }),
  openTakedown: operation({
    method: 'GET',
    path: '/api/admin/takedowns/{id}',
    summary: 'A case with its evidence out of focus; audited',
    access: moderators,
    params: idParams,
    response: openedTakedown,
    errors: ['NOT_FOUND'],
  }),
  takedownEvidence: operation({
    method: 'POST',
    path: '/api/admin/takedowns/{id}/evidence',
    summary: 'One picture of a case in grey, to be shown for ten seconds; audited; none where a person may be under 18',
    access: moderators,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ mediaId: id }),
    response: z.object({ picture: z.string() }),
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED'],
  }),
  actOnTakedown: operation({
    method: 'POST',
    path: '/api/admin/takedowns/{id}/actions',
    summary: 'Hide or show again while the case is open, or decide it: remove, or refuse; audited',
    access: moderators,
    rate: 'write',
    idempotent: 'stored',
    params: idParams,
    body: z.strictObject({
      action: z.enum(takedownActions),
      reason: requiredText(3, 500, 'Say why', 'Please keep it under 500 characters'),
    }),
    response: staffTakedown,
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
