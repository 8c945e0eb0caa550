import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { id, idParams, timestamp } from './schemas.ts';

/** Most people that the list names. */
export const maxMutesListed = 500;

/**
 * A muted person does not notify the caller: not by messages, calls, flames, gifts, likes, comments, posts or shows. It is
 * the mute of their thread, which needs no message to exist. They are not notified.
 */
export const muteOperations = {
  muteProfile: operation({
    method: 'POST',
    path: '/api/profiles/{id}/mute',
    summary: 'Mute a person; idempotent, and they are not notified',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  unmuteProfile: operation({
    method: 'DELETE',
    path: '/api/profiles/{id}/mute',
    summary: 'Unmute a person; idempotent',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listMutes: operation({
    method: 'GET',
    path: '/api/mutes',
    summary: 'People the caller muted and can see, latest first',
    access: 'adult',
    response: z.array(z.object({ id, displayName: z.string(), avatarUrl: z.string(), mutedAt: z.nullable(timestamp) })),
  }),
};
