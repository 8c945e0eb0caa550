import * as z from 'zod/mini';
import { languages } from './constants.ts';
import { operation } from './operation.ts';

export const systemOperations = {
  publicSettings: operation({
    method: 'GET',
    path: '/api/settings',
    summary: 'Configuration the app shell needs before sign-in',
    access: 'public',
    response: z.object({
      demo: z.boolean(),
      /** This demo, with its known passwords, is reachable from other machines. */
      openDemo: z.boolean(),
      externalSignIn: z.boolean(),
      /** Whether a payment provider is configured; without one the checkout shows that first. */
      payments: z.boolean(),
      languages: z.array(z.enum(languages)),
      version: z.string(),
      /** A line of the operator above every screen; empty without one. */
      notice: z.string(),
      signUpsOpen: z.boolean(),
      /** The emergency stop: shows and calls have ended, and none can begin. */
      livesAndCallsStopped: z.boolean(),
      /** In how many days an appeal against a decision of staff is answered. */
      appealAnswerDays: z.int(),
    }),
  }),
  platformFigures: operation({
    method: 'GET',
    path: '/api/figures',
    summary: 'Statistics for the landing page',
    access: 'public',
    response: z.object({
      creators: z.int(),
      members: z.int(),
      earnings: z.number(),
      earningsCents: z.int(),
      /** Languages with complete translations. */
      languages: z.int(),
      /** In progress now. */
      liveCalls: z.int(),
      giftsSent: z.int(),
      /** Mean rating of calls and bundles, in per cent of five; null before there are enough. */
      satisfaction: z.nullable(z.int()),
    }),
  }),
  demoOutbox: operation({
    method: 'GET',
    path: '/api/demo/outbox',
    summary: 'Mail that a demo did not send, newest first; only on the machine that runs it',
    access: 'public',
    response: z.array(
      z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() }),
    ),
    errors: ['NOT_FOUND'],
  }),
};
