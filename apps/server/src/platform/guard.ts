import { errorCatalogue } from '@vlam/contract/errors';
import type { Access, Operation } from '@vlam/contract/operation';
import { findUnstorable, unstorableMessage } from '@vlam/contract/storable';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { compileSchema } from './compiled-schema.ts';
import { AppError } from './errors.ts';
import { type IdempotencyStore, runOnce } from './idempotency.ts';
import type { BoundOperation, Call } from './operation.ts';
import type { RateLimiter } from './rate-limit.ts';
import { refuseForeignSite } from './same-site.ts';
import { sharedTexts } from './shared-text.ts';
import { hasPermission, type Viewer } from './viewer.ts';

export interface GuardDependencies {
  /** Reads the session cookie; null when there is none or its session is invalid. */
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  /** The suspended member who has just proved their person; null for everybody else. */
  authenticateSuspended(request: FastifyRequest): Promise<Viewer | null>;
  /** Whether the request carries a recent proof of the viewer's person. */
  isProven(viewer: Viewer, request: FastifyRequest): Promise<boolean>;
  rateLimiter: RateLimiter;
  idempotency: IdempotencyStore;
  /** Throws `VALIDATION_FAILED` for words that staff do not allow in what others read or search with. */
  requireAllowedText(viewer: Viewer | null, name: string, texts: ReturnType<typeof sharedTexts>): Promise<void>;
  /** Stores that a member of staff was refused a change they lack the permission for. */
  recordRefusal(refused: { viewer: Viewer; name: string; body: unknown }): Promise<void>;
}

const idempotencyKeyFormat = /^[\w.:-]{8,255}$/;

/** Throws unless `viewer` may call an operation with this `access`. */
export function requireAccess(access: Access, viewer: Viewer | null, beforeAgeCheck: boolean): void {
  if (access === 'public') return;
  if (!viewer) throw new AppError('UNAUTHORIZED');
  if (access === 'suspended') return;
  if (!viewer.ageVerified && !beforeAgeCheck) throw new AppError('AGE_VERIFICATION_REQUIRED');
  if (viewer.lacksSecondFactor && !beforeAgeCheck) throw new AppError('SECOND_FACTOR_REQUIRED');
  if (access === 'creator' && !viewer.isCreator) throw new AppError('CREATOR_PROFILE_REQUIRED');
  if (typeof access === 'object' && !hasPermission(viewer, access.permission)) throw new AppError('FORBIDDEN');
}

/**
 * Registers every operation behind the same steps: site, rate limit, authenticate, authorize, step up, validate, act, present.
 */
export function registerOperations(
  app: FastifyInstance,
  bound: readonly BoundOperation[],
  deps: GuardDependencies,
): void {
  for (const { name, operation: declared, handler } of bound) {
    const operation = compileSchemas(declared);
    const add = (scope: FastifyInstance) =>
      scope.route({
        method: operation.method,
        url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
        ...(operation.maxBodyBytes ? { bodyLimit: operation.maxBodyBytes } : {}),
        // Before the body is read: requests of another site are not even parsed.
        onRequest: (request, _reply, done) => {
          request.operationName = name;
          refuseForeignSite(request, operation.navigation === true);
          done();
        },
        handler: async (request, reply) => {
          // A session opens nothing for suspended members, and their note opens nothing else.
          const viewer = await (operation.access === 'suspended' ? deps.authenticateSuspended : deps.authenticate)(
            request,
          );
          request.viewer = viewer;
          spendBudget(deps.rateLimiter, operation, request.ip, viewer);
          try {
            requireAccess(operation.access, viewer, operation.beforeAgeCheck === true);
          } catch (error) {
            if (viewer && isRefusedChange(operation, viewer, error))
              await deps.recordRefusal({ viewer, name, body: request.body });
            throw error;
          }
          if (operation.stepUp && !(viewer && (await deps.isProven(viewer, request))))
            throw new AppError('STEP_UP_REQUIRED');
          const call = readCall(operation, name, request, reply, viewer);
          if (operation.sharedText || operation.searchedText)
            await deps.requireAllowedText(viewer, name, sharedTexts(operation, call));
          const act = async () => present(name, operation, await handler(call));
          if ((operation.idempotent === 'stored' || operation.idempotent === 'once') && call.idempotencyKey && viewer) {
            const response = await runOnce(deps.idempotency, {
              ownerId: viewer.accountId,
              key: call.idempotencyKey,
              request: [request.params, request.query, request.body],
              status: operation.status ?? 200,
              atMostOnce: operation.idempotent === 'once',
              act,
            });
            return sendJson(reply, response.status, response.body);
          }
          const body = await act();
          if (reply.sent) return reply;
          if (body === undefined)
            return operation.response || operation.navigation ? reply : reply.code(operation.status ?? 204).send();
          return sendJson(reply, operation.status ?? 200, body);
        },
      });
    if (operation.navigation && operation.method !== 'GET') app.register(async (scope) => add(acceptForms(scope)));
    else add(app);
  }
}

/** Members of no rank are only logged, since anyone could fill the audit log otherwise. */
const isRefusedChange = (operation: Operation, viewer: Viewer, error: unknown): boolean =>
  operation.method !== 'GET' &&
  viewer.permissions.length > 0 &&
  error instanceof AppError &&
  error.code === 'FORBIDDEN';

/** A public call spends the address's budget even with a session, because anyone can create one. */
function spendBudget(limiter: RateLimiter, operation: Operation, address: string, viewer: Viewer | null): void {
  const budget = operation.rate ?? (operation.method === 'GET' ? 'read' : 'write');
  if (operation.access === 'public' || !viewer) limiter.spend(budget, address, null);
  if (viewer) limiter.spend(budget, address, viewer);
}

/** The operation with compiled schemas for its input and response. */
function compileSchemas(operation: Operation): Operation {
  const { params, query, body, response } = operation;
  return {
    ...operation,
    ...(params ? { params: compileSchema(params) } : {}),
    ...(query ? { query: compileSchema(query) } : {}),
    ...(body ? { body: compileSchema(body) } : {}),
    ...(response ? { response: compileSchema(response) } : {}),
  };
}

function sendJson(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Our own pages post a form here. This is the only route that accepts the content type, and its body is ignored. */
function acceptForms(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: 1024 }, (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, {}));
    payload.on('error', done);
  });
  return scope;
}

function readCall(
  operation: Operation,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
) {
  const header = request.headers['idempotency-key'];
  let idempotencyKey: string | null = null;
  if (operation.idempotent && typeof header === 'string') {
    if (!idempotencyKeyFormat.test(header))
      throw new AppError('BAD_REQUEST', { message: 'Idempotency-Key must be 8 to 255 plain characters' });
    idempotencyKey = `${viewer?.accountId ?? 'public'}:${name}:${header}`;
  }
  if (
    !operation.body &&
    request.body !== undefined &&
    request.body !== null &&
    operation.method !== 'GET' &&
    !operation.navigation
  ) {
    if (typeof request.body !== 'object' || Object.keys(request.body).length > 0) throw new AppError('BAD_REQUEST');
  }
  return {
    // A malformed id must look the same as a missing one.
    params: operation.params ? parseOr('NOT_FOUND', operation.params, request.params) : undefined,
    query: operation.query ? parseOr('VALIDATION_FAILED', operation.query, request.query) : undefined,
    body: operation.body ? parseOr('VALIDATION_FAILED', operation.body, request.body) : undefined,
    viewer: viewer as Viewer,
    idempotencyKey,
    requestId: request.id,
    request,
    reply,
  } as Call<Operation>;
}

/** Parses `value`; throws the refusal of a call with an invalid value. */
export function parseOr<Schema extends z.ZodMiniType>(
  code: 'NOT_FOUND' | 'VALIDATION_FAILED',
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  requireStorable(code, value);
  const parsed = z.safeParse(schema, value ?? {});
  if (parsed.success) return parsed.data;
  if (code === 'NOT_FOUND') throw new AppError(code);
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const field of names)
      fields[field] ??= issue.code === 'unrecognized_keys' ? 'Unknown field' : (issue.message ?? 'Invalid input');
  }
  throw new AppError(code, { message: Object.values(fields)[0] ?? errorCatalogue[code].message, details: { fields } });
}

/** No text may hold characters that the database cannot store, whatever its schema allows. */
function requireStorable(code: 'NOT_FOUND' | 'VALIDATION_FAILED', value: unknown): void {
  const path = findUnstorable(value);
  if (path === null) return;
  if (code === 'NOT_FOUND') throw new AppError(code);
  const message = unstorableMessage;
  throw new AppError(code, { message, details: { fields: { [path.toWellFormed() || 'body']: message } } });
}

/** Strips fields the contract does not name. A mismatch is our own defect, so it is an unexpected failure. */
function present(name: string, operation: Operation, value: unknown): string | undefined {
  if (!operation.response || value === undefined) return undefined;
  const parsed = z.safeParse(operation.response, value);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
    throw new Error(`the response of ${name} does not fit its contract: ${paths}`);
  }
  return JSON.stringify(parsed.data);
}
