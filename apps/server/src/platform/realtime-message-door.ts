import { type MessageView, messagingOperations } from '@vlam/contract/messaging';
import type { BodyOf } from '@vlam/contract/operation';
import { compileSchema } from './compiled-schema.ts';
import { AppError } from './errors.ts';
import { parseOr, requireAccess } from './guard.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Connection } from './realtime-connections.ts';
import type { Viewer } from './viewer.ts';

const { access, rate, params, body } = messagingOperations.sendMessage;
const readParams = compileSchema(params);
const readBody = compileSchema(body);

/** Sends what came over `from`; a rejection with an `AppError` is the browser's answer. */
export type SendMessage = (
  viewer: Viewer,
  to: string,
  message: BodyOf<typeof messagingOperations.sendMessage>,
  from: Connection,
) => Promise<MessageView>;

export type MessageDoor = (connection: Connection, payload: unknown) => Promise<MessageView>;

/**
 * `message.send` by the steps of the operation it stands for: session, limit, access, shape. `standing` looks whether
 * the session is good at this moment, as for a call; its throw is the answer.
 */
export function createMessageDoor(deps: {
  rateLimiter: RateLimiter;
  standing(connection: Connection): Promise<Viewer>;
  send(): SendMessage | null;
}): MessageDoor {
  return async (connection, payload) => {
    const viewer = await deps.standing(connection);
    deps.rateLimiter.spend(rate, '', viewer);
    requireAccess(access, viewer, false);
    const { to, message } = envelopeOf(payload);
    const { profileId } = parseOr('NOT_FOUND', readParams, { profileId: to });
    const wanted = parseOr('VALIDATION_FAILED', readBody, message);
    const send = deps.send();
    if (!send) throw new AppError('UNAVAILABLE');
    return send(viewer, profileId, wanted, connection);
  };
}

function envelopeOf(payload: unknown): { to?: unknown; message?: unknown } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw new AppError('VALIDATION_FAILED');
  const { to, message, ...more } = payload as { to?: unknown; message?: unknown };
  if (Object.keys(more).length > 0) throw new AppError('VALIDATION_FAILED');
  return { to, message };
}
