import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind as ApiKind, type Span as ApiSpan, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { newId } from './ids.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Attributes, Span, SpanKind, SpanOptions, Tracer } from './tracing.ts';

// OpenTelemetry's SDK behind our own spans. Imported only where a collector is named.

export interface OtelTracer extends Tracer {
  /** Sends what is waiting. */
  flush(): Promise<void>;
  /** Sends what is waiting, and gives up after a second. */
  stop(): Promise<void>;
}

const sendAfterMs = 2_000;
/** Spans that wait while the collector is away; later ones are dropped. */
const maxWaiting = 4_096;
const timeoutMs = 5_000;
const stopMs = 1_000;
const kinds: Record<SpanKind, ApiKind> = {
  internal: ApiKind.INTERNAL,
  server: ApiKind.SERVER,
  client: ApiKind.CLIENT,
  consumer: ApiKind.CONSUMER,
};

class OtelSpan implements Span {
  readonly #own: ApiSpan;
  constructor(own: ApiSpan) {
    this.#own = own;
  }
  get context() {
    return this.#own.spanContext();
  }
  get traceparent(): string {
    const { traceId, spanId } = this.context;
    return `00-${traceId}-${spanId}-01`;
  }
  rename(name: string): void {
    this.#own.updateName(name);
  }
  set(attributes: Attributes): void {
    this.#own.setAttributes(attributes);
  }
  fail(kind: string): void {
    this.#own.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind);
  }
  end(): void {
    this.#own.end();
  }
}

/** Says once in the log that the collector takes nothing, and again only after it has taken something. */
function reported(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails && !isFailing) logger.warn('traces are not taken', errorFields(result.error));
        isFailing = fails;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** What shares the work of traced requests has been chosen already. */
function sampler(ratio: number): Sampler {
  const byTrace = new TraceIdRatioBasedSampler(ratio);
  const always = new AlwaysOnSampler();
  return new ParentBasedSampler({
    root: {
      shouldSample: (context, traceId, _name, _kind, _attributes, links) =>
        links.length > 0 ? always.shouldSample() : byTrace.shouldSample(context, traceId),
    },
  });
}

/** Traces a share of what begins here, decided by the id of the trace; what belongs to a trace follows it. */
export function createOtelTracer(deps: {
  /** Without the path; spans go to `/v1/traces` below it. */
  endpoint: string;
  ratio: number;
  role: string;
  logger: Logger;
}): OtelTracer {
  const exporter = new OTLPTraceExporter({
    url: `${deps.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: timeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `vlam-${deps.role}`, 'service.instance.id': newId() }),
    sampler: sampler(deps.ratio),
    // Events would carry messages of errors.
    spanLimits: { eventCountLimit: 0, attributeValueLengthLimit: 100 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reported(exporter, deps.logger),
        scheduledDelayMillis: sendAfterMs,
        maxQueueSize: maxWaiting,
        exportTimeoutMillis: timeoutMs + 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer('vlam');

  function contextOf(parent: SpanOptions['parent']) {
    const above = parent instanceof OtelSpan ? parent.context : typeof parent === 'string' && parseTraceParent(parent);
    return above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
  }
  return {
    start(name, { kind, parent, links = [], attributes = {} }) {
      const own = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes,
          links: links.flatMap((link) => (link instanceof OtelSpan ? { context: link.context } : [])),
        },
        contextOf(parent),
      );
      return own.isRecording() ? new OtelSpan(own) : undefined;
    },
    flush: () => provider.forceFlush().catch(() => {}),
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(stopMs)]);
    },
  };
}
