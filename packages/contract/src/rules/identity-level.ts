/**
 * How surely a member is known. 1: an ID number whose age was checked, which proves nothing alone, since it can be
 * computed. 2: staff examined the document. 3: also a selfie in a shown pose, and a signed agreement.
 */
export type IdentityLevel = 0 | 1 | 2 | 3;

/** What a viewer needs before X18 opens; creators and performers need 3 for their own part. */
export const levelForX18 = 2 satisfies IdentityLevel;

export const agreementStates = ['none', 'current', 'renew', 'ended'] as const;
export type AgreementState = (typeof agreementStates)[number];

/** Of the document that a member sent last. */
export const identityDocumentStates = ['none', 'waiting', 'accepted', 'refused', 'withdrawn', 'expired'] as const;
export type IdentityDocumentState = (typeof identityDocumentStates)[number];

/** When the review of a document expires. */
export const documentUntil = (seenAt: Date, days: number): Date => new Date(seenAt.getTime() + days * dayMs);
/** Whether a member is asked for a new document. */
export const isDocumentDue = (until: Date, now: Date): boolean =>
  now.getTime() >= until.getTime() - renewNoticeDays * dayMs;

/** Days before the end of an agreement, or of the review of a document, from which its member is asked again. */
export const renewNoticeDays = 60;
const dayMs = 86_400_000;

export interface SignedAgreement {
  signedAt: Date;
  wording: number;
  /** The signed name is that of the account today. */
  isName: boolean;
}

export interface AgreementTerms {
  wording: number;
  months: number;
  graceDays: number;
  /** When the bank account was last exchanged for another one. */
  bankChangedAt: Date | null;
}

/** The same day so many months later, or the last day of a shorter month. */
export function addMonths(at: Date, months: number): Date {
  const then = new Date(at);
  then.setUTCMonth(then.getUTCMonth() + months);
  if (then.getUTCDate() !== at.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** Whether an agreement counts, and until when: a change or the end of its time leaves days to sign again. */
export function readAgreement(
  signed: SignedAgreement | null,
  { wording, months, graceDays, bankChangedAt }: AgreementTerms,
  now: Date,
): { state: AgreementState; until: Date | null } {
  if (!signed) return { state: 'none', until: null };
  const term = addMonths(signed.signedAt, months);
  const isBankNew = bankChangedAt !== null && bankChangedAt > signed.signedAt;
  const ended = isBankNew && bankChangedAt < term ? bankChangedAt : term;
  const until = new Date(ended.getTime() + graceDays * dayMs);
  if (!signed.isName || until <= now) return { state: 'ended', until };
  const isSoon = now.getTime() >= term.getTime() - renewNoticeDays * dayMs;
  return { state: isBankNew || isSoon || signed.wording !== wording ? 'renew' : 'current', until };
}

/** The one place that computes a member's level. */
export function identityLevelOf(facts: {
  isAgeProven: boolean;
  isDocumentSeen: boolean;
  isSelfieMatched: boolean;
  agreement: AgreementState;
}): IdentityLevel {
  if (!facts.isAgeProven) return 0;
  if (!facts.isDocumentSeen) return 1;
  const isSigned = facts.agreement === 'current' || facts.agreement === 'renew';
  return facts.isSelfieMatched && isSigned ? 3 : 2;
}
