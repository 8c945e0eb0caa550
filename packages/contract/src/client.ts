import type { ErrorBody } from './errors.ts';
import type { BodyInputOf, Operation, Operations, ParamsInputOf, QueryInputOf, ResponseOf } from './operation.ts';

/** An error response. `message` has the form `403: {"message":…}`, which the specification's error handling parses. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  constructor(status: number, bodyText: string, statusText: string) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parseErrorBody(bodyText);
  }
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'code' in value ? (value as ErrorBody) : null;
  } catch {
    return null;
  }
}

type Needs<Key extends string, Value> = [Value] extends [undefined] ? object : { [K in Key]: Value };
type OptionalQuery<Value> = [Value] extends [undefined] ? object : { query?: Value };
export type CallInput<O> = Needs<'params', ParamsInputOf<O>> &
  OptionalQuery<QueryInputOf<O>> &
  Needs<'body', BodyInputOf<O>> & { signal?: AbortSignal; idempotencyKey?: string };

type Call<O> = keyof Omit<CallInput<O>, 'signal' | 'idempotencyKey' | 'query'> extends never
  ? (input?: CallInput<O>) => Promise<ResponseOf<O>>
  : (input: CallInput<O>) => Promise<ResponseOf<O>>;
export type Client<Ops extends Operations> = { [K in keyof Ops]: Call<Ops[K]> };

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/** The path of an operation, with parameters and query. */
export function pathOf(operation: Pick<Operation, 'path'>, input: Pick<LooseInput, 'params' | 'query'> = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Typed calls derived from the contract. Responses outside 2xx throw `ApiError`.
 * A money call gets a new `Idempotency-Key` unless one is given; pass the same key to retry the same intent.
 */
export function createClient<Ops extends Operations>(
  operations: Ops,
  send: typeof fetch = fetch,
  /** Further tables, each loaded in this order once an operation is in none of those before. */
  more: readonly (() => Promise<Operations>)[] = [],
): Client<Ops> {
  const find = async (name: string): Promise<Operation> => {
    if (operations[name]) return operations[name];
    for (const load of more) {
      const found = (await load())[name];
      if (found) return found;
    }
    throw new Error(`no operation ${name}`);
  };
  const call = async (name: string, input: LooseInput = {}): Promise<unknown> => {
    const operation = await find(name);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (operation.idempotent) headers['idempotency-key'] = input.idempotencyKey ?? crypto.randomUUID();
    const response = await send(pathOf(operation, input), {
      method: operation.method,
      credentials: 'same-origin',
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
    return response.status === 204 || !operation.response ? undefined : response.json();
  };
  const made: Record<string, (input?: LooseInput) => Promise<unknown>> = {};
  return new Proxy(made, {
    get(calls, name: string) {
      calls[name] ??= (input) => call(name, input);
      return calls[name];
    },
  }) as Client<Ops>;
}
