import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { reportReasons } from './rules/meeting.ts';
import { id, text } from './schemas.ts';

export const reportTargets = [
  'profile',
  'content',
  'comment',
  'message',
  'event',
  'request',
  'call',
  'interest_post',
  'mood',
  'tonight',
] as const;
/** Messages that one report may bring along. */
export const reportedMessagesAtMost = 50;
/** Messages that come along for who cannot choose any. */
export const latestReported = 20;

export const reportsOperations = {
  report: operation({
    method: 'POST',
    path: '/api/reports',
    summary: 'Report a person or a thing to the moderators',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      targetType: z.enum(reportTargets),
      targetId: id,
      reason: z.enum(reportReasons),
      details: z.optional(text(1000, 'Please keep it under 1,000 characters')),
      /** Messages of one's thread with this person that the moderators are to see; with a message, it is among them. */
      messageIds: z.optional(z.array(id).check(z.maxLength(reportedMessagesAtMost))),
      /** The latest that this person wrote to one, for who is not shown the thread any more. */
      latestMessages: z.optional(z.boolean()),
    }),
    response: z.object({ id }),
    status: 201,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
};
