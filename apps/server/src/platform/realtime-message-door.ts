import {
  type BriefMessage,
  briefMessage,
  type MessageView,
  messagingOperations,
  toBriefMessage,
} from '@vlam/contract/messaging';
import type { BodyOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { compileSchema } from './compiled-schema.ts';
import { AppError } from './errors.ts';
import { parseOr, requireAccess } from './guard.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Connection, Connections } from './realtime-connections.ts';
import type { Viewer } from './viewer.ts';

const { access, rate, params, body } = messagingOperations.sendMessage;
const readParams = compileSchema(params);
const readBody = compileSchema(body);
const readSent = compileSchema(briefMessage);

/** Where a message came from, and whether its session is valid; check before acting on it. */
export interface Standing {
  connection: Connection;
  /** A look at whose session has ended that begins now, shared by all connections. */
  look(): Promise<void>;
  /** What the latest look saw: the connection still holds the session, and it has the rights it had. */
  stands(): boolean;
}

/** Sends what came over `from`, after a look; a rejection with an `AppError` is the browser's answer. */
export type SendMessage = (
  viewer: Viewer,
  to: string,
  message: BodyOf<typeof messagingOperations.sendMessage>,
  from: Standing,
) => Promise<MessageView>;

export type MessageDoor = (connection: Connection, payload: unknown) => Promise<BriefMessage>;

/**
 * `message.send` by the steps of the operation it stands for: limit, access, shape. Whether the session is still good is
 * looked at as late as it can be, by who writes the message, and once for all that are written together.
 */
export function createMessageDoor(deps: {
  rateLimiter: RateLimiter;
  connections: Pick<Connections, 'look' | 'holds' | 'used'>;
  send(): SendMessage | null;
}): MessageDoor {
  const { connections } = deps;
  return async (connection, payload) => {
    const { viewer } = connection;
    deps.rateLimiter.spend(rate, '', viewer);
    requireAccess(access, viewer, false);
    const { to, message } = envelopeOf(payload);
    const { profileId } = parseOr('NOT_FOUND', readParams, { profileId: to });
    const wanted = parseOr('VALIDATION_FAILED', readBody, message);
    const send = deps.send();
    if (!send) throw new AppError('UNAVAILABLE');
    connections.used(connection);
    const stands = () => connections.holds(connection) && connection.viewer === viewer;
    return fitting(await send(viewer, profileId, wanted, { connection, look: connections.look, stands }));
  };
}

/** As a call's answer is: what does not fit the contract is our own defect, and is not shown. */
function fitting(sent: MessageView): BriefMessage {
  const parsed = z.safeParse(readSent, toBriefMessage(sent));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
  throw new Error(`the answer of message.send does not fit its contract: ${paths}`);
}

function envelopeOf(payload: unknown): { to?: unknown; message?: unknown } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw new AppError('VALIDATION_FAILED');
  const { to, message } = payload as { to?: unknown; message?: unknown };
  return { to, message };
}
