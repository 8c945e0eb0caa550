import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { securityHeaders, sendError, toAppError } from './http-errors.ts';
import { newId } from './ids.ts';

/** Errors whose status says more than 400. */
const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * Responses to requests that reach no route, and so none of its hooks: an undecodable address, bytes that are not HTTP,
 * headers that never end. They have the shape and the headers of every refusal, and echo nothing.
 */
export function malformedRequests(config: Pick<Config, 'secureCookies'>) {
  return {
    frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
      reply.headers(securityHeaders(config, request.id));
      sendError(reply, toAppError(error) ?? new AppError('BAD_REQUEST'), request.id);
    },
    clientErrorHandler(error: ConnectionError, socket: Socket): void {
      if (error.code !== 'ECONNRESET' && socket.writable)
        socket.write(refusalText(config, new AppError('BAD_REQUEST'), statuses[error.code ?? ''] ?? 400));
      socket.destroy();
    },
  };
}

/** A refusal as bytes, for a connection without a reply object. */
export function refusalText(
  config: Pick<Config, 'secureCookies'>,
  { code, message, details, status: ownStatus }: AppError,
  status: number = ownStatus,
): string {
  const requestId = newId();
  const body = JSON.stringify({ message, code, requestId, ...(details ? { details } : {}) });
  const retryAfter = details?.retryAfterSeconds;
  const headers = {
    ...securityHeaders(config, requestId),
    ...(typeof retryAfter === 'number' ? { 'retry-after': retryAfter } : {}),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
