import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Permissions a member of staff can hold; `all` grants every one. */
export const permissions = [
  'view_analytics',
  'manage_users',
  'moderate_content',
  'view_identity',
  'manage_money',
  'manage_settings',
  'manage_compliance',
  'all',
] as const;
export type Permission = (typeof permissions)[number];

/** Who may call: everyone; a signed-in member; a verified adult who is not suspended; a creator; or staff with a permission. */
export type Access = 'public' | 'member' | 'adult' | 'creator' | { permission: Permission };

/**
 * How a repeat of the same call with the same `Idempotency-Key` is answered.
 * `ledger`: the key is the ledger transfer's key, so the answer is computed again from what was posted.
 * `stored`: the first answer is kept and sent again byte for byte.
 */
export type Idempotency = 'ledger' | 'stored';

/** Named budgets of calls; the figures live in the server's `platform/rate-limit.ts`. */
export type RateBudget = 'read' | 'write' | 'credentials' | 'mail' | 'age' | 'upload' | 'search';

export interface Operation<
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Response extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> {
  method: Method;
  /** With `{name}` for parameters, as in the specification. */
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Absent: the answer has no JSON body (204, a redirect or a file). */
  response?: Response;
  /** Status of the good answer; 200 with a response and 204 without, unless said. */
  status?: number;
  idempotent?: Idempotency;
  /** A signed-in account that must still prove its age may call this too. */
  beforeAgeCheck?: boolean;
  /** The answer is a page or a file rather than JSON; navigations from other sites are let through. */
  navigation?: boolean;
  rate?: RateBudget;
  errors?: readonly ErrorCode[];
}

/** Declares one operation; the literal types are kept for the client and the server. */
export function operation<
  const Params extends z.ZodMiniType | undefined = undefined,
  const Query extends z.ZodMiniType | undefined = undefined,
  const Body extends z.ZodMiniType | undefined = undefined,
  const Response extends z.ZodMiniType | undefined = undefined,
>(declaration: Operation<Params, Query, Body, Response>): Operation<Params, Query, Body, Response> {
  return declaration;
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;

export type ParamsOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? Parsed<P> : never;
export type QueryOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? Parsed<Q> : never;
export type BodyOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? Parsed<B> : never;
export type ResponseOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R> ? Parsed<R> : never;
export type ResponseInputOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R> ? Sent<R> : never;
export type ParamsInputOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? Sent<P> : never;
export type QueryInputOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? Sent<Q> : never;
export type BodyInputOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? Sent<B> : never;

// biome-ignore lint/suspicious/noExplicitAny: a record of operations of every shape; each keeps its own types.
export type Operations = Record<string, Operation<any, any, any, any>>;
