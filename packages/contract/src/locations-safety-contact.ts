import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { requiredText, timestamp } from './schemas.ts';

const safetyContact = z.object({
  name: z.string(),
  email: z.string(),
  /** They asked for no more mail: an alarm reaches no one. */
  hasStopped: z.boolean(),
  /** When they were last alarmed; null for never. */
  alarmedAt: z.nullable(timestamp),
});
export type SafetyContact = z.output<typeof safetyContact>;

const answer = z.object({ contact: z.nullable(safetyContact) });
const token = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{32,64}$/)) });

/** The person who is notified when a member types the duress code. */
export const safetyContactOperations = {
  safetyContact: operation({
    method: 'GET',
    path: '/api/safety/contact',
    summary: 'The person who is notified when the duress code is typed, or null',
    access: 'adult',
    response: answer,
  }),
  setSafetyContact: operation({
    method: 'PUT',
    path: '/api/safety/contact',
    summary: 'Name the person who is notified when the duress code is typed; they get a mail that names the member',
    access: 'adult',
    rate: 'mail',
    body: z.strictObject({
      name: requiredText(2, 60, 'Who should know?'),
      email: z.email('Please enter a valid email address').check(z.maxLength(254)),
    }),
    response: answer,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  removeSafetyContact: operation({
    method: 'DELETE',
    path: '/api/safety/contact',
    summary: 'Remove the named person',
    access: 'adult',
    rate: 'write',
  }),
  raiseAlarm: operation({
    method: 'POST',
    path: '/api/safety/alarm',
    summary: 'Mail the safety contact that the duress code was typed; at most once an hour',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({ typedAt: z.string().check(z.maxLength(40)) }),
    errors: ['VALIDATION_FAILED'],
  }),
  sharedSafetyContact: operation({
    method: 'GET',
    path: '/api/safety/contacts/{token}',
    summary: 'Who named the holder of the link as their safety contact',
    access: 'public',
    rate: 'search',
    params: token,
    response: z.object({ firstName: z.string(), hasStopped: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  stopSafetyContact: operation({
    method: 'POST',
    path: '/api/safety/contacts/{token}/stop',
    summary: 'Opt the contact out; no more mail is sent to their address',
    access: 'public',
    rate: 'mail',
    params: token,
    errors: ['NOT_FOUND'],
  }),
};
