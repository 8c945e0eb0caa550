import { queryOptions } from '@tanstack/react-query';
import type { operations as contract, OperationName } from '@vlam/contract';
import { ApiError, type CallInput, type Client, createClient } from '@vlam/contract/client';
import type { ErrorCode } from '@vlam/contract/errors';
import type { ResponseOf } from '@vlam/contract/operation';
import { importWithRetry } from './import-retry.ts';
import { operations } from './operations.ts';

export { ApiError };

type Ops = typeof contract;
type Reads = { [K in OperationName]: Ops[K]['method'] extends 'GET' ? K : never }[OperationName];
type InputOf<K extends OperationName> = Omit<CallInput<Ops[K]>, 'signal' | 'idempotencyKey'>;
type Args<K extends OperationName> = object extends InputOf<K> ? [input?: InputOf<K>] : [input: InputOf<K>];
export type Answer<K extends OperationName> = ResponseOf<Ops[K]>;

let responseListener: ((answer: Response) => void) | undefined;
/** Calls `listener` with every server response before the caller gets it. Only one listener at a time. */
export const onResponse = (listener: (answer: Response) => void): void => {
  responseListener = listener;
};

let prove: (() => Promise<boolean>) | undefined;
/** Calls `ask` when an operation needs a fresh proof of the person; true repeats the refused request. */
export const onStepUp = (ask: () => Promise<boolean>): void => {
  prove = ask;
};

/** `fetch`, which asks for a proof of the person where the server wants one. */
export const send: typeof fetch = async (input, init) => {
  let answer = await fetch(input, init);
  if (answer.status === 403 && prove) {
    const refusal: { code?: string } | null = await answer
      .clone()
      .json()
      .catch(() => null);
    if (refusal?.code === 'STEP_UP_REQUIRED' && (await prove())) answer = await fetch(input, init);
  }
  responseListener?.(answer);
  return answer;
};

/** Every operation of the contract by name. Any status outside 2xx rejects with `ApiError`. */
export const api: Client<Ops> = createClient(
  operations,
  send,
  // Most visits need none of these.
  [
    async () => (await importWithRetry(() => import('./rare-operations.ts'))).operations,
    async () => (await importWithRetry(() => import('./staff-operations.ts'))).operations,
  ],
);

/** Cache key of an operation's response. Without input it matches every input, for invalidation. */
export function keyOf<K extends OperationName>(name: K, input?: InputOf<K>) {
  return input === undefined ? ([name] as const) : ([name, input] as const);
}

/** Options for `useQuery` and friends: `useQuery(queryOf('getProfile', { params: { id } }))`. */
export function queryOf<K extends Reads>(name: K, ...[input]: Args<K>) {
  const call = api[name] as (input: object) => Promise<Answer<K>>;
  return queryOptions<Answer<K>>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call({ ...input, signal }),
  });
}

/** Error code of a refused call; null for a network failure. */
export function codeOf(error: unknown): ErrorCode | null {
  return error instanceof ApiError ? (error.body?.code ?? null) : null;
}

/** The server's message for people; undefined for a network failure. */
export function messageOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.message : undefined;
}

/** Validation messages by field name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body?.details?.fields ?? {}) : {};
}
