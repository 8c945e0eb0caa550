import * as z from 'zod/mini';
import { bulkIds, bulkOutcome, chosenIds, undoOutcome } from './administration-lists.ts';
import { depictedPerson } from './consents.ts';
import { classifications, contentView, mediaTypes, warningLabels } from './content.ts';
import { operation } from './operation.ts';
import { classificationQuestions } from './rules/classification.ts';
import { communityRules } from './rules/community.ts';
import { listedStates } from './rules/content-states.ts';
import { approvals, cursorQuery, id, idParams, page, requiredText, text, timestamp } from './schemas.ts';

const reviewers = { permission: 'moderate_content' } as const;
const decision = z.strictObject({ contentId: id, reason: requiredText(1, 500, 'Say why') });
/** A decision against an item, whose creator reads the rule. */
const decisionAgainst = z.extend(decision, { rule: z.optional(z.enum(communityRules)) });

/** One entry of an item's classification record. */
const classificationEntry = z.object({
  classification: z.enum(classifications),
  warningLabels: z.array(z.enum(warningLabels)),
  /** Null when only a class was named. */
  answers: z.nullable(
    z.object({
      language: z.enum(classificationQuestions.language),
      undress: z.enum(classificationQuestions.undress),
      sex: z.enum(classificationQuestions.sex),
      harm: z.enum(classificationQuestions.harm),
    }),
  ),
  at: timestamp,
});

export const waitingContent = z.extend(contentView, approvals);

/** An item as a moderator decides about it; nothing that was sealed with an answer. */
export const reviewedContent = z.object({
  item: contentView,
  /** Newest first. */
  classifications: z.array(classificationEntry),
  people: z.array(depictedPerson),
  /** Strikes of its creator that count now. */
  strikes: z.int(),
  /** The item is the moderator's own, so another member of staff decides. */
  isOwn: z.boolean(),
  ...approvals,
});
export type ReviewedContent = z.output<typeof reviewedContent>;

/** An item in the list of all; no file and nothing of one. */
export const listedContent = z.object({
  id,
  title: z.string(),
  state: z.enum(listedStates),
  mediaType: z.enum(mediaTypes),
  classification: z.enum(classifications),
  warningLabels: z.array(z.enum(warningLabels)),
  isPremium: z.boolean(),
  profile: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  /** The item is the caller's own. */
  isOwn: z.boolean(),
});
export type ListedContent = z.output<typeof listedContent>;

const listedFilter = z.strictObject({
  /** Part of a title. */
  q: z.optional(text(100)),
  state: z.optional(z.enum(listedStates)),
  classification: z.optional(z.enum(classifications)),
  profile: z.optional(id),
});

/** Operations of drafts, schedule and review. */
export const contentRulesOperations = {
  publishContent: operation({
    method: 'POST',
    path: '/api/content/{id}/publish',
    summary: 'Publish a draft now, also before its time; idempotent',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: contentView,
    errors: ['NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  listWaitingContent: operation({
    method: 'GET',
    path: '/api/admin/content',
    summary: 'Items that wait for a moderator, oldest first',
    access: reviewers,
    query: z.extend(cursorQuery, {
      state: z._default(z.enum(['review', 'flagged']), 'review'),
      classification: z.optional(z.enum(classifications)),
    }),
    response: page(waitingContent),
  }),
  listAllContent: operation({
    method: 'GET',
    path: '/api/admin/content/all',
    summary: 'Published, waiting and held-back items, newest first, by title, state, class and creator',
    access: reviewers,
    rate: 'search',
    query: z.extend(cursorQuery, listedFilter.shape),
    response: page(listedContent),
    errors: ['VALIDATION_FAILED'],
  }),
  bulkContent: operation({
    method: 'POST',
    path: '/api/admin/content/bulk',
    summary:
      'Publish waiting items or give them back, with one reason; X18 is refused, and what succeeds can be undone',
    access: reviewers,
    rate: 'write',
    body: z.extend(z.omit(decisionAgainst, { contentId: true }), {
      decision: z.enum(['approve', 'refuse']),
      contentIds: bulkIds,
    }),
    response: bulkOutcome,
    errors: ['VALIDATION_FAILED'],
  }),
  undoContent: operation({
    method: 'POST',
    path: '/api/admin/content/bulk/{id}/undo',
    summary:
      "Make the items of the caller's own bulk decision wait again, those that no one changed or bought; audited",
    access: reviewers,
    rate: 'write',
    params: idParams,
    response: undoOutcome,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  exportContent: operation({
    method: 'GET',
    path: '/api/admin/content/export.csv',
    summary: 'The list, or chosen items of it, as CSV; audited',
    access: reviewers,
    stepUp: true,
    rate: 'document',
    navigation: true,
    query: z.extend(listedFilter, { ids: chosenIds }),
    errors: ['VALIDATION_FAILED'],
  }),
  approveContent: operation({
    method: 'POST',
    path: '/api/admin/content/approve',
    summary: 'Publish an item that waits for a moderator; X18 is published by the second approval',
    access: reviewers,
    rate: 'write',
    body: decision,
    /** Whether it is published, or waits for a second moderator. */
    response: z.object({ isPublished: z.boolean() }),
    status: 200,
    errors: ['NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  reviewContent: operation({
    method: 'GET',
    path: '/api/admin/content/{id}',
    summary: 'An item that waits for a moderator, with its ratings and the people in it',
    access: reviewers,
    params: idParams,
    response: reviewedContent,
    errors: ['NOT_FOUND'],
  }),
  refuseContent: operation({
    method: 'POST',
    path: '/api/admin/content/refuse',
    summary: 'Give a waiting item back to its creator as a draft, with the reason; audited',
    access: reviewers,
    rate: 'write',
    body: decisionAgainst,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  flagContent: operation({
    method: 'POST',
    path: '/api/admin/content/flag',
    summary: 'Hold an item back until a moderator decides: it leaves every screen at once; audited',
    access: reviewers,
    rate: 'write',
    body: decisionAgainst,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  deleteContent: operation({
    method: 'POST',
    path: '/api/admin/content/delete',
    summary: 'Remove an item that waits or is held back, or one of its files, for good, and block the files; audited',
    access: reviewers,
    rate: 'write',
    body: z.extend(decisionAgainst, {
      /** Only this one of several files; the item goes on waiting. */
      mediaId: z.optional(id),
    }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
};
