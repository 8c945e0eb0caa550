import { cities, interestCategories } from '@vlam/contract/constants';
import type { heatMapWindows } from '@vlam/contract/discovery-activity';
import { heatLevel } from '@vlam/contract/rules/heat';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aProfile } from '../../../test/factories.ts';
import { windows } from './heat-map.ts';
import { toHeatMap } from './heat-map-view.ts';
import { toInterests, toTrends } from './interests.ts';

const small = fc.integer({ min: 0, max: 9 });
const count = fc.oneof(small, fc.integer({ min: 10, max: 500 }));
const perCity = fc.array(count, { minLength: cities.length, maxLength: cities.length });
const perCategory = fc.array(count, { minLength: interestCategories.length, maxLength: interestCategories.length });
const byCity = (numbers: readonly number[]) => new Map(cities.map((city, index) => [city, numbers[index] ?? 0]));
const byCategory = (numbers: readonly number[]) =>
  new Map(interestCategories.map((category, index) => [category, numbers[index] ?? 0]));
const cravingsOf = (table: readonly (readonly number[])[]) =>
  cities
    .flatMap((city, at) =>
      interestCategories.map((category, index) => ({ city, category, people: table[at]?.[index] ?? 0 })),
    )
    .sort((a, b) => b.people - a.people || a.category.localeCompare(b.category));
const table = fc.array(perCategory, { minLength: cities.length, maxLength: cities.length });
/** Replaces each number under ten by another number under ten. */
const hide = (numbers: readonly number[], other: number) => numbers.map((n) => (n < 10 ? other : n));

describe('T73: small counts', () => {
  it('never show, nor follow from what shows: any other small counts give the same map to the byte', () => {
    fc.assert(
      fc.property(perCity, fc.option(perCity), table, small, (people, before, cravings, other) => {
        const map = toHeatMap({
          people: byCity(people),
          before: before && byCity(before),
          cravings: cravingsOf(cravings),
        });
        for (const row of map.rows) {
          expect(row.activeUsers === null || row.activeUsers >= 10).toBe(true);
          const earlier = before?.[cities.indexOf(row.city)] ?? 0;
          if (row.activeUsers === null || earlier < 10) expect(row.growth).toBeNull();
          if (row.activeUsers === null) expect(row.topInterests).toEqual([]);
          else expect(row.heatLevel).toBe(heatLevel(row.activeUsers));
        }
        const shown = map.rows.flatMap((row) => row.activeUsers ?? []);
        expect(map.nationalTotal).toBe(shown.length === 0 ? null : shown.reduce((sum, n) => sum + n, 0));
        const twin = toHeatMap({
          people: byCity(hide(people, other)),
          before: before && byCity(hide(before, other)),
          cravings: cravingsOf(cravings.map((row) => hide(row, other))),
        });
        expect(JSON.stringify(twin)).toBe(JSON.stringify(map));
      }),
    );
  });

  it('nor do those of categories and topics', () => {
    fc.assert(
      fc.property(perCategory, fc.option(perCategory), small, (now, before, other) => {
        const answer = toInterests(byCategory(now), before && byCategory(before));
        for (const { count: shown, change } of answer) {
          expect(shown === null || shown >= 10).toBe(true);
          if (shown === null) expect(change).toBeNull();
        }
        const twin = toInterests(byCategory(hide(now, other)), before && byCategory(hide(before, other)));
        expect(JSON.stringify(twin)).toBe(JSON.stringify(answer));
        const trends = toTrends(byCategory(now));
        expect(trends.every((trend) => trend.count === null || trend.count >= 10)).toBe(true);
        expect(JSON.stringify(toTrends(byCategory(hide(now, other))))).toBe(JSON.stringify(trends));
      }),
    );
  });
});

describe('the heat map', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });
  });
  afterAll(() => t.close());

  const heat = async (window: (typeof heatMapWindows)[number]) => {
    // Older than cache and snapshot, so it is recounted.
    t.clock.advance(3 * windows[window].everyMs + 1);
    return (await t.client().call('heatMap', { query: { window } })).body;
  };
  const people = async (howMany: number, city: string) => {
    const made = await Promise.all(Array.from({ length: howMany }, () => aProfile(t, { city })));
    return made.map(({ profileId }) => profileId);
  };
  const seen = (ids: readonly string[], agoMs: number) =>
    t.db
      .updateTable('profiles')
      .set({ last_seen_at: new Date(t.clock.now().getTime() - agoMs) })
      .where('id', 'in', [...ids])
      .execute();

  it('has ten cities, and shows no counts without activity', async () => {
    const { body } = await t.client().call('heatMap');
    expect(body.rows.map((row) => [row.city, row.rank])).toEqual(cities.map((city, index) => [city, index + 1]));
    expect(body).toMatchObject({ nationalTotal: null, blazingCities: 0, averageGrowth: null });
    for (const row of body.rows)
      expect(row).toMatchObject({ activeUsers: null, growth: null, topInterests: [], heatLevel: 'cool' });
  });

  it('T73: counts members seen in the window, from ten on, with growth against the window before', async () => {
    const cape = await people(20, 'Cape Town');
    const durban = await people(9, 'Durban');
    const elsewhere = await people(15, 'Knysna');
    const { lengthMs, snapshotIntervalMs } = windows.live;
    const at = (map: Awaited<ReturnType<typeof heat>>, city: string) => map.rows.find((row) => row.city === city);
    await seen(cape.slice(0, 10), -snapshotIntervalMs);
    const first = await heat('live');
    expect(at(first, 'Cape Town')).toMatchObject({ rank: 1, activeUsers: 20, growth: null });
    expect(at(first, 'Durban')).toMatchObject({ activeUsers: null, growth: null });
    expect(first.nationalTotal).toBe(20);
    t.clock.advance(lengthMs);
    await seen([...cape.slice(0, 15), ...durban, ...(await people(3, 'Durban')), ...elsewhere], 1_000);
    const second = await heat('live');
    expect(at(second, 'Cape Town')).toMatchObject({ activeUsers: 15, growth: -25 });
    // Twelve now, and nine before, which must not show.
    expect(at(second, 'Durban')).toMatchObject({ rank: 2, activeUsers: 12, growth: null });
    expect(second).toMatchObject({ nationalTotal: 27, averageGrowth: -25, blazingCities: 0 });
    t.clock.advance(lengthMs);
    const hour = await heat('1h');
    expect(at(hour, 'Cape Town')?.activeUsers).toBe(20);
    expect(at(await heat('live'), 'Cape Town')?.activeUsers).toBeNull();
  });

  it('T66: excludes suspended, hidden, incognito and unverified members', async () => {
    const kimberley = await people(14, 'Kimberley');
    const row = async () => (await heat('live')).rows.find(({ city }) => city === 'Kimberley');
    await seen(kimberley, -60_000);
    expect((await row())?.activeUsers).toBe(14);
    const change = (id: string | undefined, set: Record<string, unknown>) =>
      t.db
        .updateTable('profiles')
        .set(set)
        .where('id', '=', id ?? '')
        .execute();
    const now = t.clock.now();
    await change(kimberley[0], { hidden_at: now, removed_at: now });
    await change(kimberley[1], { hidden_at: now, hides_since: now });
    await change(kimberley[2], { incognito: true });
    await change(kimberley[3], { awaiting_age_check: true });
    expect((await row())?.activeUsers).toBe(10);
    await change(kimberley[4], { incognito: true });
    expect((await row())?.activeUsers).toBeNull();
  });
});
