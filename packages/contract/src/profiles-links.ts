import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { isLinkLabel, linkLimits } from './rules/links.ts';
import { idParams } from './schemas.ts';

const message = 'Use letters a to z, digits and single hyphens';
const label = z
  .string()
  .check(z.maxLength(linkLimits.length, `Use at most ${linkLimits.length} characters`), z.refine(isLinkLabel, message));

const ownLinks = z.object({
  links: z.array(
    z.object({
      label: z.string(),
      /** Visits today, in Johannesburg. */
      today: z.int(),
      /** Visits of the days that are kept. */
      visits: z.int(),
    }),
  ),
});
export type OwnLinks = z.output<typeof ownLinks>;

/** Which of their links people came by: `/@handle?from=label`. */
export const linkOperations = {
  ownLinks: operation({
    method: 'GET',
    path: '/api/profiles/me/links',
    summary: "The labels of the caller's links, with how often each was visited",
    access: 'creator',
    response: ownLinks,
  }),
  addLink: operation({
    method: 'POST',
    path: '/api/profiles/me/links',
    summary: 'Count the visits of a link with this label',
    access: 'creator',
    sharedText: ['label'],
    rate: 'write',
    body: z.strictObject({ label }),
    response: ownLinks,
    errors: ['QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  removeLink: operation({
    method: 'DELETE',
    path: '/api/profiles/me/links/{label}',
    summary: 'Stop counting a label, and forget its visits',
    access: 'creator',
    rate: 'write',
    params: z.strictObject({ label: z.string().check(z.maxLength(200)) }),
    response: ownLinks,
    errors: ['NOT_FOUND'],
  }),
  countVisit: operation({
    method: 'POST',
    path: '/api/profiles/{id}/visits',
    summary:
      'The caller came by a link; counted once a day for a label that the creator has, and answered alike for all',
    access: 'adult',
    rate: 'search',
    params: idParams,
    body: z.strictObject({ from: z.string().check(z.maxLength(200)) }),
    errors: ['NOT_FOUND'],
  }),
};
