import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { aProfile, type TestProfile } from '../../test/factories.ts';
import { nameOfStatement } from './traced-client.ts';
import { isTracing, setTracer, startSpan, traced } from './tracing.ts';
import { createOtelTracer, type OtelTracer } from './tracing-otel.ts';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: string | number } }[];
  links: { traceId: string; spanId: string }[];
}

/** A collector. */
const received: ReceivedSpan[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };
    received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.end('{}');
  });
});
const warned: string[] = [];
const quiet = { info() {}, warn: (event: string) => void warned.push(event), error() {} };
const tracerWith = (ratio: number): OtelTracer =>
  createOtelTracer({
    ...{ ratio, role: 'test', logger: quiet },
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });

const traces = (trustsRequests: boolean) => ({ endpoint: 'http://127.0.0.1:9', ratio: 1, trustsRequests });

let app: TestApp;
let member: TestProfile;
let tracer: OtelTracer;
beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  tracer = tracerWith(1);
  setTracer(tracer);
  app = await startTestApp({ config: { traces: traces(false) } });
  member = await aProfile(app);
});
afterAll(async () => {
  setTracer(null);
  await tracer.stop();
  await app.close();
  collector.close();
});

const attributeOf = (span: ReceivedSpan | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value;
  return String(value?.stringValue ?? value?.intValue);
};
async function spansOf(work: () => Promise<unknown>): Promise<ReceivedSpan[]> {
  await tracer.flush();
  received.length = 0;
  await work();
  await tracer.flush();
  return [...received];
}

describe('traces', () => {
  it('follow a request through a lane to the statement', async () => {
    const spans = await spansOf(() => app.client(member).call('creditBalance'));
    const request = spans.find(({ name }) => name === 'creditBalance');
    expect(request).toMatchObject({ kind: 2 });
    expect(request?.parentSpanId ?? '').toBe('');
    expect(attributeOf(request, 'http.response.status_code')).toBe('200');
    const lane = spans.find(({ name }) => name === 'lane credits.balances');
    expect(lane).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
    const statement = spans.find(({ parentSpanId }) => parentSpanId === lane?.spanId);
    expect([statement?.kind, attributeOf(statement, 'db.system.name')]).toEqual([3, 'postgresql']);
  });

  it('link a batch to each of the requests that share it', async () => {
    const other = await aProfile(app);
    const spans = await spansOf(() =>
      Promise.all([member, other].map((each) => app.client(each).call('creditBalance'))),
    );
    const requests = spans.filter(({ name }) => name === 'creditBalance');
    const lanes = spans.filter(({ name }) => name === 'lane credits.balances');
    expect(requests).toHaveLength(2);
    for (const request of requests)
      expect(
        lanes.filter(
          ({ parentSpanId, links }) =>
            parentSpanId === request.spanId || links.some(({ spanId }) => spanId === request.spanId),
        ),
      ).toHaveLength(1);
  });

  it('go on in the job that a request leaves behind', async () => {
    const spans = await spansOf(async () => {
      await app.client().call('forgotPassword', { body: { email: member.email } });
      await app.drain();
    });
    const request = spans.find(({ name }) => name === 'forgotPassword');
    const job = spans.find(({ name, kind }) => kind === 5 && name.startsWith('identity.'));
    expect(job).toMatchObject({ traceId: request?.traceId });
    expect(attributeOf(job, 'vlam.attempt')).toBe('1');
  });

  it('T83: hold nothing of a person: no id, address, name, path, query, value or message', async () => {
    const client = app.client(member);
    const spans = await spansOf(async () => {
      await client.call('getProfile', { params: { id: member.profileId } });
      await client.call('updateProfile', { body: { bio: 'Kanarie in die myn' } });
      await client.call('searchProfiles', { query: { q: 'kanariesoektog' }, headers: { 'user-agent': 'Kanarie/1' } });
      await client.request('GET', '/api/kanarie?s=kanarie');
      await app.client().call('login', { body: { email: member.email, password: 'kanarie-kanarie' } });
      await traced(startSpan('refused', { kind: 'internal' }), () =>
        sql`select ${'kanarie'}::text::int`.execute(app.db),
      ).catch(() => {});
      await app.drain();
    });
    const text = JSON.stringify(spans);
    expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['getProfile', 'searchProfiles', 'other']));
    // PostgreSQL's code, while its message quotes the value.
    const refused = spans.find(({ name }) => name === 'refused');
    expect([attributeOf(refused, 'error.type'), refused?.status]).toEqual(['22P02', { code: 2 }]);
    for (const secret of [member.accountId, member.profileId, member.email, '127.0.0.1', '/api/', '/m/'])
      expect(text).not.toContain(secret);
    expect(text.toLowerCase()).not.toContain('kanarie');
    for (const cookie of member.cookie.split(/[=;] */).filter((part) => part.length > 20))
      expect(text).not.toContain(cookie);
  });

  it('mark a refusal of theirs as no failure', async () => {
    const spans = await spansOf(() => app.client().call('creditBalance'));
    const request = spans.find(({ name }) => name === 'creditBalance');
    expect([attributeOf(request, 'http.response.status_code'), request?.status.code ?? 0]).toEqual(['401', 0]);
  });

  it('ignore a trace that a caller names, unless the operator says that a proxy sets it', async () => {
    const headers = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` };
    const spans = await spansOf(() => app.client(member).call('creditBalance', { headers }));
    expect(spans.length).toBeGreaterThan(1);
    expect(spans.map(({ traceId }) => traceId)).not.toContain('ab'.repeat(16));
    const trusting = await startTestApp({ config: { traces: traces(true) } });
    const trusted = await spansOf(() => trusting.client().call('creditBalance', { headers }));
    await trusting.close();
    expect(trusted.find(({ name }) => name === 'creditBalance')).toMatchObject({
      ...{ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) },
    });
  });

  it('are as many as the operator wants', async () => {
    const [none, half] = [tracerWith(0), tracerWith(0.5)];
    expect(none.start('nothing', { kind: 'internal' })).toBeUndefined();
    const seen = Array.from({ length: 400 }, () => half.start('some', { kind: 'internal' })).filter(Boolean).length;
    expect(seen).toBeGreaterThan(120);
    expect(seen).toBeLessThan(280);
    await Promise.all([none.stop(), half.stop()]);
  });

  it('are dropped while the collector is away, with one line in the log, and hold nothing up', async () => {
    const lost = createOtelTracer({ endpoint: 'http://127.0.0.1:9', ratio: 1, role: 'test', logger: quiet });
    const memory = process.memoryUsage().heapUsed;
    for (let index = 0; index < 20_000; index += 1) lost.start('work', { kind: 'internal' })?.end();
    const began = performance.now();
    await lost.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(process.memoryUsage().heapUsed - memory).toBeLessThan(80 * 1024 * 1024);
    expect(warned.filter((event) => event === 'traces are not taken').length).toBeLessThanOrEqual(1);
  });
});

it('statements are named, and otherwise told apart by verb and table', () => {
  expect(nameOfStatement({ name: 'ledger-post', text: 'select 1' })).toBe('ledger-post');
  expect(nameOfStatement('select * from "accounts" where id = $1')).toBe('select accounts');
  expect(nameOfStatement('\n  insert into likes (id) values ($1)')).toBe('insert likes');
  expect(nameOfStatement('begin')).toBe('begin');
});

it('the sender of traces is loaded by the start alone, where a collector is named', () => {
  const sources = join(import.meta.dirname, '..');
  const importing = (what: RegExp) =>
    globSync('**/*.ts', { cwd: sources })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => what.test(readFileSync(join(sources, file), 'utf8')));
  expect(importing(/@opentelemetry\//)).toEqual(['platform/tracing-otel.ts']);
  expect(importing(/tracing-otel\.ts'/)).toEqual(['start.ts']);
  expect(readFileSync(join(sources, 'start.ts'), 'utf8')).toMatch(
    /if \(config\.traces\)[\s\S]+await import\('\.\/platform\/tracing-otel\.ts'\)/,
  );
  expect(isTracing()).toBe(true);
});
