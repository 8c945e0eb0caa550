import * as z from 'zod/mini';
import { languages } from './constants.ts';
import { operation } from './operation.ts';

export const systemOperations = {
  publicSettings: operation({
    method: 'GET',
    path: '/api/settings',
    summary: 'What the shell must know before anyone signs in',
    access: 'public',
    response: z.object({
      demo: z.boolean(),
      /** Other machines can reach this demo, whose passwords are known. */
      openDemo: z.boolean(),
      externalSignIn: z.boolean(),
      /** Whether a provider takes payments; without one the checkout says so before anything is chosen. */
      payments: z.boolean(),
      languages: z.array(z.enum(languages)),
      version: z.string(),
    }),
  }),
  platformFigures: operation({
    method: 'GET',
    path: '/api/figures',
    summary: 'Counts for the landing page, from rows',
    access: 'public',
    response: z.object({
      creators: z.int(),
      members: z.int(),
      earnings: z.number(),
      earningsCents: z.int(),
      /** Languages whose texts are all translated. */
      languages: z.int(),
      /** Under way at this moment. */
      liveCalls: z.int(),
      giftsSent: z.int(),
      /** Mean of all stars given for calls and bundles, in per cent of five; null until there are enough. */
      satisfaction: z.nullable(z.int()),
    }),
  }),
  demoOutbox: operation({
    method: 'GET',
    path: '/api/demo/outbox',
    summary: 'Mail that was not sent, newest first; exists only in demo, on the machine that runs it',
    access: 'public',
    response: z.array(
      z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() }),
    ),
    errors: ['NOT_FOUND'],
  }),
};
