import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { aCreator } from './factories.ts';
import { documentedFigures } from './figures.ts';
import { useTestApp } from './use-app.ts';

const t = useTestApp({ config: { metricsToken: 'kanarie-kanarie-1' } });

const scrape = async () => (await t.context.metrics.scrape()).text;
/** The value of a figure, with its labels as they are printed; undefined where it is not. */
async function figureOf(figure: string): Promise<number | undefined> {
  // Figures of the site are kept for ten seconds.
  t.clock.advance(11_000);
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${figure} `));
  return line === undefined ? undefined : Number(line.slice(figure.length + 1));
}

describe('/metrics', () => {
  it('prints what docs/figures.md explains, and explains all of it that is ours', async () => {
    await t.client().call('publicSettings');
    const printed = [...(await scrape()).matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name = '']) => name);
    const documented = documentedFigures();
    expect(documented.length).toBeGreaterThan(30);
    expect(documented.filter((name) => !printed.includes(name))).toEqual([]);
    expect(printed.filter((name) => name.startsWith('vlam_') && !documented.includes(name))).toEqual([]);
  });

  it('counts requests by operation and status, and by time', async () => {
    await t.client().call('publicSettings');
    const text = await scrape();
    expect(text).toMatch(/^vlam_request_seconds_bucket\{le="0.25",operation="publicSettings",status="200"\} \d+$/m);
  });

  it('T83: has no label that could be an id, an address or a name', async () => {
    await aCreator(t);
    const labels = [...(await scrape()).matchAll(/^vlam_\w+\{(.*)\} /gm)].flatMap(([, all = '']) =>
      [...all.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => ({ label, value })),
    );
    const known = ['operation', 'status', 'le', 'lane', 'pool', 'direction', 'cause', 'provider', 'outcome', 'part'];
    expect([...new Set(labels.map(({ label }) => label))].filter((each) => !known.includes(each)).sort()).toEqual(
      ['kind', 'state', 'task'].filter((each) => labels.some(({ label }) => label === each)),
    );
    expect(labels.filter(({ value }) => !/^[a-zA-Z][\w.-]{0,40}$|^\d+(\.\d+)?$|^\+Inf$/.test(value))).toEqual([]);
  });

  it('says what waits: jobs by name, dead ones, payouts, and the last reconciliation', async () => {
    expect(await figureOf('vlam_jobs_dead{task="media.sweep"}')).toBeUndefined();
    await t.db
      .insertInto('dead_jobs')
      .values({ id: newId(), task: 'media.sweep', payload: '{}', error: 'Error', failed_at: t.clock.now() })
      .execute();
    await sql`select from graphile_worker.add_job('mail.send', run_at => ${new Date(t.clock.now().getTime() - 60_000)})`.execute(
      t.db,
    );
    await t.context.credits.books.check();
    expect(await figureOf('vlam_jobs_dead{task="media.sweep"}')).toBe(1);
    expect(await figureOf('vlam_jobs_waiting{task="mail.send"}')).toBe(1);
    expect(await figureOf('vlam_jobs_oldest_seconds{task="mail.send"}')).toBeGreaterThan(59);
    expect(await figureOf('vlam_payouts_waiting{state="requested"}')).toBe(0);
    expect(await figureOf('vlam_renewals_overdue{kind="vip"}')).toBe(0);
    expect(await figureOf('vlam_ledger_differences')).toBe(0);
    expect(await figureOf('vlam_ledger_check_age_seconds')).toBeLessThan(120);
    expect(await figureOf('vlam_part_works{part="ledger"}')).toBe(1);
    expect(await figureOf('vlam_backup_behind_bytes')).toBeUndefined();
  });

  it('counts what a lane sends and what fails in the storage', async () => {
    const sent = await figureOf('vlam_lane_items_total{lane="credits.balances"}');
    await t.context.credits.balance((await aCreator(t)).accountId);
    expect(await figureOf('vlam_lane_items_total{lane="credits.balances"}')).toBeGreaterThan(sent ?? 0);
    expect(await figureOf('vlam_lane_depth{lane="credits.balances"}')).toBe(0);
    const failed = (await figureOf('vlam_storage_errors_total{operation="put"}')) ?? 0;
    await expect(t.context.media.storage.put('no key', Buffer.from(''))).rejects.toThrow();
    expect(await figureOf('vlam_storage_errors_total{operation="put"}')).toBe(failed + 1);
  });

  it('is for the bearer of the token alone', async () => {
    const ask = (headers: Record<string, string>) => t.client().request('GET', '/metrics', { headers });
    expect((await ask({})).status).toBe(404);
    expect((await ask({ authorization: 'Bearer kanarie-kanarie-2' })).status).toBe(404);
    expect((await ask({ authorization: 'Bearer kanarie-kanarie-1' })).text).toContain('vlam_sockets');
  });
});
