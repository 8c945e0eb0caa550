import { expect, it } from 'vitest';
import { operations } from './index.ts';
import type { Operation } from './operation.ts';

it('every operation has a summary for the OpenAPI document', () => {
  const short = Object.entries(operations).filter(([, { summary }]) => summary.trim().length < 8);
  expect(short.map(([name]) => name)).toEqual([]);
});

/** Texts of members that no one else reads, that only staff read, or that a private chat holds. */
const unlisted = new Set([
  ...['email', 'password', 'firstName', 'lastName', 'documentNumber', 'next', 'threads', 'cursor', 'file'],
  ...['signature', 'name', 'ingestKey', 'offer', 'answer', 'expiryDate', 'status', 'packId', 'reference', 'id'],
  ...['timestamp', 'holderName', 'startsAt', 'backBy', 'details', 'caseNumber', 'pin', 'contact', 'endpoint', 'reason'],
  ...['code', 'current', 'referredBy'],
]);
/** Operations whose texts stay between two people, with the person's own safety contact, or with staff. */
const privately = new Set<string>([
  ...[
    'sendMessage',
    'saveReply',
    'changeSavedReply',
    'searchMessages',
    'createSafetyPlan',
    'setSafetyContact',
    'raiseAlarm',
    'answerDispute',
    'setFanNote',
  ],
  ...['createTakedown', 'addToTakedown', 'appealTakedown', 'answerTakedownStatement', 'appealDecision'],
  ...['appealSuspension', 'syncTransaction', 'listLibrary', 'listAlbumPeople', 'takedownStatus'],
  ...['sendRegistration', 'listClassificationRegister', 'listConsentRegister'],
  ...['requestInformation', 'addToInformationRequest', 'requestInformationByMail', 'requestInformationSuspended'],
  ...['informationRequestByLink'],
]);

it('every text of a member that others read is compared with the word lists', () => {
  const open = Object.entries(operations as Record<string, Operation>).flatMap(([name, operation]) => {
    if (typeof operation.access === 'object' || privately.has(name)) return [];
    const { sharedText = [], searchedText = [] } = operation;
    const missing = [
      ...textFields(operation.body).filter((field) => !sharedText.includes(field)),
      ...textFields(operation.query).filter((field) => !searchedText.includes(field)),
    ];
    // What an authenticator signs is no text.
    return missing
      .filter((field) => !unlisted.has(field) && !/^(credential|assertion)\./.test(field))
      .map((field) => `${name}.${field}`);
  });
  expect(open).toEqual([]);
});

it('a field that is compared with the word lists exists', () => {
  const unknown = Object.entries(operations as Record<string, Operation>).flatMap(([name, operation]) =>
    [
      ...(operation.sharedText ?? []).filter((field) => !textFields(operation.body).includes(field)),
      ...(operation.searchedText ?? []).filter((field) => !textFields(operation.query).includes(field)),
    ].map((field) => `${name}.${field}`),
  );
  expect(unknown).toEqual([]);
});

/** Paths of the free texts of a schema. */
function textFields(schema: unknown, path = ''): string[] {
  const { def } = (schema as { _zod?: { def: Definition } } | undefined)?._zod ?? {};
  if (!def) return [];
  if (def.innerType) return textFields(def.innerType, path);
  if (def.type === 'pipe') return textFields(def.in, path);
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([name, part]) => textFields(part, path ? `${path}.${name}` : name));
  if (def.type === 'array') return textFields(def.element, path);
  if (def.type === 'union') return [...new Set((def.options ?? []).flatMap((part) => textFields(part, path)))];
  const isBounded = def.checks?.some((check) => check._zod.def.check === 'max_length');
  return def.type === 'string' && !def.format && isBounded ? [path] : [];
}

interface Definition {
  type: string;
  innerType?: unknown;
  in?: unknown;
  element?: unknown;
  shape?: Record<string, unknown>;
  options?: unknown[];
  format?: string;
  checks?: { _zod: { def: { check: string } } }[];
}
