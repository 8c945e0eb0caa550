import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';
import { newId } from './ids.ts';
import { createRecentOutcomes } from './recent-outcomes.ts';
import { createStatus, type Status } from './status.ts';
import { headingOf } from './status-page.ts';

const t = useTestApp({ config: { paymentProvider: 'paystack', directCalls: true } });

const works = async () => undefined;
const fails = () => Promise.reject(new Error('away'));
type Deps = Parameters<typeof createStatus>[0];
const read = (over: Partial<Deps> = {}): Promise<Status> =>
  createStatus({
    ...{ config: t.config, database: t.database, clock: t.clock, settings: t.context.settings },
    ...{ ledgerWorks: works, storageWorks: works, busWorks: () => true, providersWork: () => true },
    ...over,
  })();

describe('what works now', () => {
  it('is everything while every part answers', async () => {
    const status = await read();
    expect(status.parts).toEqual({
      site: 'works',
      messages: 'works',
      calls: 'works',
      uploads: 'works',
      payments: 'works',
    });
    expect(headingOf(status)('en')).toBe('Everything works');
  });

  it('says of each part what its failure means, and of no other', async () => {
    const all = (await read()).parts;
    expect((await read({ storageWorks: fails })).parts).toEqual({ ...all, uploads: 'fails' });
    expect((await read({ ledgerWorks: fails })).parts).toEqual({ ...all, payments: 'fails' });
    expect((await read({ busWorks: () => false })).parts).toEqual({ ...all, messages: 'partly' });
    const trouble = await read({ providersWork: () => false });
    expect(trouble.parts).toEqual({ ...all, payments: 'partly' });
    expect(headingOf(trouble)('en')).toBe('Some things do not work');
    const bare = { ...t.config, paymentProvider: null, turn: null, directCalls: false };
    const off = await read({ config: bare });
    expect(off.parts).toEqual({ ...all, payments: 'off', calls: 'off' });
    expect(headingOf(off)('en')).toBe('Everything works');
  });

  it('is nothing when the database is away, and says so without it', async () => {
    const database = { ...t.database, pool: { query: fails } } as unknown as Deps['database'];
    const settings = { recent: fails } as unknown as Deps['settings'];
    const status = await read({ database, settings, ledgerWorks: fails });
    expect(status.parts).toMatchObject({ site: 'fails', messages: 'fails', uploads: 'fails', payments: 'fails' });
    expect([headingOf(status)('en'), status.notice]).toEqual(['Nothing works right now', '']);
  });

  it('does not wait for a part that hangs', async () => {
    const since = performance.now();
    expect((await read({ storageWorks: () => new Promise(() => {}) })).parts.uploads).toBe('fails');
    expect(performance.now() - since).toBeLessThan(3_000);
  });
});

describe('trouble with a provider', () => {
  it('is most of its last calls, not one, and is forgotten after ten minutes', () => {
    let now = 0;
    const outcomes = createRecentOutcomes(() => now);
    for (const failed of [true, true]) outcomes.note(failed);
    expect(outcomes.areBad()).toBe(false);
    outcomes.note(true);
    expect(outcomes.areBad()).toBe(true);
    for (const failed of [false, false, false]) outcomes.note(failed);
    expect(outcomes.areBad()).toBe(false);
    for (const failed of [true, true]) outcomes.note(failed);
    expect(outcomes.areBad()).toBe(true);
    now = 11 * 60_000;
    expect(outcomes.areBad()).toBe(false);
  });
});

describe('/status', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = (await aProfile(t)).cookie;
  });
  const page = async (headers: Record<string, string> = {}) =>
    t.client({ cookie: '' }).request('GET', '/status', { headers });

  it('is for everyone, small, cacheable for seconds, and the same for members and visitors', async () => {
    const seen = await page();
    expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'public, max-age=15, stale-if-error=300']);
    expect(seen.bytes.length).toBeLessThan(8_000);
    expect(seen.headers['set-cookie']).toBeUndefined();
    expect((await page({ cookie })).text).toBe(seen.text);
  });

  it('names neither the product nor a part of the program, and loads nothing', async () => {
    const { text, headers } = await page({ cookie: 'cover=1' });
    const shown = text.replace(/<style>[\s\S]*<\/style>/, '');
    expect(shown).not.toMatch(/vlam|database|ledger|storage|worker|redis|postgres|queue|provider/i);
    expect(text).not.toMatch(/<script|<img|src=/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('speaks the language and wears the theme of the device', async () => {
    expect((await page({ cookie: 'lang=af; theme=light' })).text).toContain('<html lang="af-ZA" data-theme="light">');
    expect((await page({ cookie: 'lang=<b>' })).text).toContain('<html lang="en-ZA">');
  });

  it('shows the operator’s notice as text', async () => {
    await t.db
      .insertInto('operator_settings')
      .values({
        name: 'notice',
        value: JSON.stringify('Work <tonight> & tomorrow'),
        version: 1,
        changed_by: newId(),
        changed_at: t.clock.now(),
      })
      .execute();
    t.clock.advance(20_000);
    expect((await page()).text).toContain('Work &#60;tonight&#62; &#38; tomorrow');
  });
});
