import {
  type BriefMessage,
  briefMessage,
  type MessageView,
  messagingOperations,
  toBriefMessage,
} from '@vlam/contract/messaging';
import type { BodyOf } from '@vlam/contract/operation';
import { tolerant } from '@vlam/contract/tolerant';
import * as z from 'zod/mini';
import { compileSchema } from './compiled-schema.ts';
import { AppError } from './errors.ts';
import { parseOr, requireAccess } from './guard.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Connection, Connections } from './realtime-connections.ts';
import type { Viewer } from './viewer.ts';

const { access, rate, params, body } = messagingOperations.sendMessage;
const readParams = compileSchema(params);
const readBody = compileSchema(tolerant(body));
const readSent = compileSchema(briefMessage);

/** The connection a message came from, and whether its session is valid; refresh before acting on it. */
export interface SenderSession {
  connection: Connection;
  /** The access change up to which all connections were checked; null before the first check. */
  checkedUpTo(): string | null;
  /** Starts a session check, shared by all connections. */
  refresh(): Promise<void>;
  /** Whether the connection still had its session, with the same rights, at the latest check. */
  isValid(): boolean;
}

/**
 * Sends a message that arrived over `from`, after a session check. A rejection with an `AppError` is sent as the reply.
 */
export type SendMessage = (
  viewer: Viewer,
  to: string,
  message: BodyOf<typeof messagingOperations.sendMessage>,
  from: SenderSession,
) => Promise<MessageView>;

export type MessageHandler = (connection: Connection, payload: unknown) => Promise<BriefMessage>;

/**
 * Handles `message.send` by the steps of the operation `sendMessage`: rate limit, access, shape. The store checks the
 * session as late as possible, once for all messages written together.
 */
export function createMessageHandler(deps: {
  rateLimiter: RateLimiter;
  connections: Pick<Connections, 'checkedUpTo' | 'refresh' | 'hasValidSession' | 'markUsed'>;
  send: SendMessage;
}): MessageHandler {
  const { connections } = deps;
  return async (connection, payload) => {
    const { viewer } = connection;
    deps.rateLimiter.spend(rate, '', viewer);
    requireAccess(access, viewer, false);
    const { to, message } = envelopeOf(payload);
    const { profileId } = parseOr('NOT_FOUND', readParams, { profileId: to });
    const parsed = parseOr('VALIDATION_FAILED', readBody, message);
    connections.markUsed(connection);
    const isValid = () => connections.hasValidSession(connection) && connection.viewer === viewer;
    const { checkedUpTo, refresh } = connections;
    return toReply(await deps.send(viewer, profileId, parsed, { connection, checkedUpTo, refresh, isValid }));
  };
}

/** A reply that does not fit the contract is our own defect, and is not sent. */
function toReply(sent: MessageView): BriefMessage {
  const parsed = z.safeParse(readSent, toBriefMessage(sent));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
  throw new Error(`the reply of message.send does not fit its contract: ${paths}`);
}

function envelopeOf(payload: unknown): { to?: unknown; message?: unknown } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw new AppError('VALIDATION_FAILED');
  const { to, message } = payload as { to?: unknown; message?: unknown };
  return { to, message };
}
