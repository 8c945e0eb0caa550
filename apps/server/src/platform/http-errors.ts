import { type ErrorBody, type ErrorCode, errorCatalogue } from '@vlam/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { errorFields, type Logger } from './logger.ts';
import { toUnavailable } from './postgres-errors.ts';
import { isLanguage, type Language, translated } from './words.ts';

/** Fastify's own refusals, and a full or failing disk, as codes of our catalogue. */
const known: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  ENOSPC: 'UNAVAILABLE',
  EDQUOT: 'UNAVAILABLE',
  EIO: 'UNAVAILABLE',
};
const unavailableRetrySeconds = 2;

export function toAppError(error: FastifyError | AppError): AppError | null {
  if (error instanceof AppError) return error;
  const code = known[error.code ?? ''];
  if (code) return new AppError(code);
  const failure = toUnavailable(error);
  if (failure instanceof AppError) return failure;
  if (error.statusCode === 413) return new AppError('TOO_LARGE');
  if (error.statusCode && error.statusCode < 500) return new AppError('BAD_REQUEST');
  return null;
}

function translatedFields(details: Record<string, unknown>, language: Language): Record<string, unknown> {
  if (language === 'en' || typeof details.fields !== 'object' || details.fields === null) return details;
  const fields = Object.entries(details.fields).map(([name, text]) => [
    name,
    typeof text === 'string' ? translated(text, language) : text,
  ]);
  return { ...details, fields: Object.fromEntries(fields) };
}

export function sendError(reply: FastifyReply, error: AppError, requestId: string): FastifyReply {
  // The language in which the app is shown there.
  const { lang } = reply.request.cookies ?? {};
  const language = isLanguage(lang) ? lang : 'en';
  const body: ErrorBody = {
    message: error.words(language),
    code: error.code,
    requestId,
    ...(error.details ? { details: translatedFields(error.details, language) } : {}),
  };
  const retryAfter =
    error.details?.retryAfterSeconds ?? (error.code === 'UNAVAILABLE' ? unavailableRetrySeconds : null);
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** One handler for every failure: expected ones carry their code, all others return the same body and are logged. */
export function registerErrorHandling(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const expected = toAppError(error);
    if (expected) return sendError(reply, expected, request.id);
    logger.error('unexpected failure', {
      requestId: request.id,
      operation: request.operationName,
      ...errorFields(error),
    });
    return sendError(reply, new AppError('INTERNAL', { message: errorCatalogue.INTERNAL.message }), request.id);
  });
}

/** Headers of every response; pages replace the policy with their own. */
export function securityHeaders(config: Pick<Config, 'secureCookies'>, requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self), interest-cohort=()',
    'cache-control': 'no-store',
    ...(config.secureCookies ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Requested by supervisors under the machine's own address; `/metrics` requires its token. */
const hostIndependentPaths = new Set(['/healthz', '/readyz', '/metrics']);

export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const allowedHosts = new Set([new URL(config.publicUrl).host]);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config, request.id));
    const [path = ''] = request.url.split('?', 1);
    const known = allowedHosts.has(request.headers.host ?? '') || hostIndependentPaths.has(path);
    if (config.environment === 'production' && !known) throw new AppError('NOT_FOUND');
  });
}
