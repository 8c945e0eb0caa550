import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Permissions of staff; `all` grants every one. */
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

/**
 * Who may call: everyone; a signed-in member; a verified adult who is not suspended; a creator; a suspended member who
 * proved their person within `stepUpMs`, and no one else; or staff with a permission.
 */
export type Access = 'public' | 'member' | 'suspended' | 'adult' | 'creator' | { permission: Permission };

/**
 * How a retry with the same `Idempotency-Key` is handled.
 * `ledger`: the key is the ledger transfer's key, and the response is rebuilt from the posting.
 * `stored`: the first response is stored and replayed byte for byte; the handler is idempotent by the key.
 * `once`: as `stored`, for a handler that is not idempotent: it never runs again after a commit whose response was lost.
 */
export type Idempotency = 'ledger' | 'stored' | 'once';

/** Named rate budgets; their limits are in the server's `platform/rate-limit.ts`. */
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

/** How long a proof of the person opens the operations that declare `stepUp`, in milliseconds. */
export const stepUpMs = 5 * 60_000;

/** How the body of a purchase carries its price. */
export type PurchasePrice =
  /** Field with the price shown to the buyer; `PRICE_CHANGED` unless it is the current one. */
  | { shown: string }
  /** Field with an amount the payer chooses. */
  | { chosen: string };

export interface Operation {
  method: Method;
  /** With `{name}` for parameters. */
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent when the response has no JSON body (204, a redirect or a file). */
  response?: z.ZodMiniType;
  /** Success status; by default 200 with a response and 204 without. */
  status?: number;
  idempotent?: Idempotency;
  /** Charges the caller credits or rand. */
  purchase?: PurchasePrice;
  /** Fields of the body that others read; compared with the word lists of staff. `a.b` is a field of a field. */
  sharedText?: readonly string[];
  /** Fields of the query that members search with; compared too. */
  searchedText?: readonly string[];
  /**
   * Signed-in accounts may call it before the age check, and staff before they have the second factor they need: it
   * concerns only the caller's own account.
   */
  beforeAgeCheck?: boolean;
  /** Needs a proof of the person at most `stepUpMs` old: a second factor, or the password of an account without one. */
  stepUp?: boolean;
  /** Largest body in bytes, when it is more than that of other calls. */
  maxBodyBytes?: number;
  /** The response is a page or file rather than JSON; cross-site navigations are allowed. */
  navigation?: boolean;
  rate?: RateBudget;
  errors?: readonly ErrorCode[];
}

/** Declares one operation. Literal types are kept: the client reads the method, the server the access. */
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
