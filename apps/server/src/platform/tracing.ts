import { AsyncLocalStorage } from 'node:async_hooks';
import { errorFields } from './logger.ts';

/** No ids, no addresses, no texts: what a trace may say is what a log may. */
export type Attributes = Readonly<Record<string, string | number>>;
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

export interface Span {
  /** W3C Trace Context, for work that goes on elsewhere. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks it as failed, by the kind of failure; never by its message, which can quote a row. */
  fail(kind: string): void;
  end(): void;
}

export interface SpanOptions {
  kind: SpanKind;
  /** The span, or the `traceparent`, that this one belongs to; without one it begins a trace. */
  parent?: Span | string | undefined;
  links?: readonly Span[];
  attributes?: Attributes;
}

export interface Tracer {
  /** Undefined for what is not in the sample; nothing below it is traced either. */
  start(name: string, options: SpanOptions): Span | undefined;
}

const current = new AsyncLocalStorage<Span>();
let tracer: Tracer | null = null;
const maxLinks = 100;

/** Set once at the start, where the operator names a collector; without it nothing below does anything. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}
export const isTracing = (): boolean => tracer !== null;
export const currentSpan = (): Span | undefined => (tracer ? current.getStore() : undefined);
export const startSpan = (name: string, options: SpanOptions): Span | undefined => tracer?.start(name, options);

/** A span below the current one; undefined outside of any. */
export function startChild(name: string, kind: SpanKind, attributes: Attributes = {}): Span | undefined {
  const parent = currentSpan();
  return parent && tracer?.start(name, { kind, parent, attributes });
}

/**
 * A span for work that several callers share; undefined when none of them is traced. It belongs to the trace of the
 * only one, or has its own, with links to theirs.
 */
export function startShared(name: string, callers: readonly { span: Span | undefined }[]): Span | undefined {
  if (!tracer) return undefined;
  const spans = [...new Set(callers.map(({ span }) => span))];
  const links = spans.flatMap((span) => span ?? []).slice(0, maxLinks);
  if (links.length === 0) return undefined;
  const attributes = { 'vlam.items': callers.length };
  return tracer.start(name, {
    kind: 'internal',
    attributes,
    ...(spans.length === 1 ? { parent: spans[0] } : { links }),
  });
}

export const runInSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  span ? current.run(span, work) : work();

/** Runs work that outlives the caller it was begun by. */
export const runOutside = (work: () => void): void => (tracer ? current.exit(work) : work());

/** The kind of a failure: its code, such as PostgreSQL's, or else its class. */
export function kindOfFailure(error: unknown): string {
  const { errorCode, errorName } = errorFields(error);
  return String(errorCode ?? errorName);
}

/** Runs `work` in the span and ends it. */
export async function traced<Result>(span: Span | undefined, work: () => Promise<Result>): Promise<Result> {
  if (!span) return work();
  try {
    return await current.run(span, work);
  } catch (error) {
    span.fail(kindOfFailure(error));
    throw error;
  } finally {
    span.end();
  }
}
