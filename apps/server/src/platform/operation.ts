import type { BodyOf, Operation, Operations, ParamsOf, QueryOf, ResponseInputOf } from '@vlam/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from './viewer.ts';

type ViewerOf<O> = O extends { access: 'public' } ? Viewer | null : Viewer;

/** What a handler receives: validated input, after the operation's access check. */
export interface Call<O> {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  viewer: O extends Operation ? ViewerOf<O> : never;
  /** Ledger key of this intent: the caller's `Idempotency-Key` scoped to the account and operation, or null. */
  idempotencyKey: string | null;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a call without an answer may simply end.
type ResultOf<O> = ResponseInputOf<O> extends undefined ? void : ResponseInputOf<O>;
export type Handler<O> = (call: Call<O>) => Promise<ResultOf<O>> | ResultOf<O>;
export type Handlers<Ops extends Operations> = { [K in keyof Ops]: Handler<Ops[K]> };

export interface BoundOperation {
  name: string;
  operation: Operation;
  handler(call: Call<Operation>): unknown;
}

/** Binds operations of the contract to their handlers; a missing or surplus handler does not compile. */
export function bind<Ops extends Operations>(operations: Ops, handlers: Handlers<Ops>): BoundOperation[] {
  return Object.entries(operations).map(([name, operation]) => ({
    name,
    operation: operation as Operation,
    handler: handlers[name as keyof Ops] as unknown as BoundOperation['handler'],
  }));
}
