import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Permissions a member of staff can hold; `all` grants every one. */
export const permissions = [
  'view_analytics',
  'manage_users',
  'moderate_content',
  'view_identity',
  'decide_disputes',
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
 * `stored`: the first answer is kept and sent again byte for byte; the handler finds by the key what it did before.
 * `once`: as `stored` for a handler that does not, so that it never runs again after a commit whose answer was lost.
 */
export type Idempotency = 'ledger' | 'stored' | 'once';

/** Named budgets of calls; the figures live in the server's `platform/rate-limit.ts`. */
export type RateBudget =
  | 'read'
  | 'write'
  | 'credentials'
  | 'mail'
  | 'age'
  | 'upload'
  | 'search'
  | 'message'
  | 'document';

/** How a purchase names its price in its body. */
export type PurchasePrice =
  /** The field with the price that the buyer was shown; `PRICE_CHANGED` unless it is the server's. */
  | { shown: string }
  /** The field with the sum that the payer chooses. */
  | { chosen: string };

export interface Operation {
  method: Method;
  /** With `{name}` for parameters, as in the specification. */
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent: the answer has no JSON body (204, a redirect or a file). */
  response?: z.ZodMiniType;
  /** Status of the good answer; 200 with a response and 204 without, unless said. */
  status?: number;
  idempotent?: Idempotency;
  /** It takes credits or rand from its caller. */
  purchase?: PurchasePrice;
  /** A signed-in account that must still prove its age may call this too. */
  beforeAgeCheck?: boolean;
  /** The answer is a page or a file rather than JSON; navigations from other sites are let through. */
  navigation?: boolean;
  rate?: RateBudget;
  errors?: readonly ErrorCode[];
}

/** Declares one operation. Every literal of it is kept: the client reads the method, the server the access. */
export function operation<const O extends Operation>(declaration: O): O {
  return declaration;
}

type Schema<O, Part extends 'params' | 'query' | 'body' | 'response'> = O extends {
  [K in Part]: infer S extends z.ZodMiniType;
}
  ? S
  : undefined;
type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type ParamsOf<O> = Parsed<Schema<O, 'params'>>;
export type QueryOf<O> = Parsed<Schema<O, 'query'>>;
export type BodyOf<O> = Parsed<Schema<O, 'body'>>;
export type ResponseOf<O> = Parsed<Schema<O, 'response'>>;
export type ResponseInputOf<O> = Sent<Schema<O, 'response'>>;
export type ParamsInputOf<O> = Sent<Schema<O, 'params'>>;
export type QueryInputOf<O> = Sent<Schema<O, 'query'>>;
export type BodyInputOf<O> = Sent<Schema<O, 'body'>>;

export type Operations = Record<string, Operation>;
