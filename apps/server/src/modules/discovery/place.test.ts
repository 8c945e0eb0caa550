import { cityPlaces } from '@vlam/contract/rules/places';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { cellOfCity, toIndex } from './cells.ts';
import { isInSouthAfrica } from './country.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const minute = 60_000;
const put = (who: TestProfile, body: Record<string, unknown>) => t.client(who).call('setLocation', { body });
/** Two places in the north and the south of Johannesburg, some ten kilometres apart. */
const north = { latitude: -26.1076, longitude: 28.0567 };
const south = { latitude: -26.2485, longitude: 27.854 };
const cardOf = async (viewer: TestProfile, person: TestProfile) =>
  (
    await t.context.discovery.cardsOf(
      { profileId: viewer.profileId, accountId: viewer.accountId } as Parameters<
        TestApp['context']['discovery']['cardsOf']
      >[0],
      [person.profileId],
    )
  ).get(person.profileId);

describe("the member's own place", () => {
  it('is a cell and a city, stored when chosen, and deleted at once', async () => {
    const own = await aProfile(t, { city: 'Durban' });
    const none = { city: null, cell: null, source: null, changedAt: null, changesLeft: 10 };
    expect((await t.client(own).call('ownLocation')).body).toEqual(none);
    const chosen = await put(own, { city: 'Johannesburg' });
    expect(chosen.body).toEqual({
      city: 'Johannesburg',
      cell: toIndex(cellOfCity('Johannesburg')),
      source: 'city',
      changedAt: t.clock.now().toISOString(),
      changesLeft: 9,
    });
    expect((await put(own, north)).body).toMatchObject({ city: 'Johannesburg', source: 'device', changesLeft: 8 });
    expect((await t.client(own).call('forgetLocation')).status).toBe(204);
    expect((await t.client(own).call('ownLocation')).body).toEqual({ ...none, changesLeft: 8 });
    const kept = await t.db
      .selectFrom('discovery_places')
      .selectAll()
      .where('profile_id', '=', own.profileId)
      .execute();
    expect(kept).toMatchObject([{ cell: null, city: null, shown_cell: null, shown_city: null, shows_at: null }]);
    expect(
      await t.db.selectFrom('discovery_people').selectAll().where('profile_id', '=', own.profileId).execute(),
    ).toEqual([]);
  });

  it('T72: stores and logs no coordinates', async () => {
    const own = await aProfile(t);
    await put(own, { latitude: -26.107_612_3, longitude: 28.056_745_6 });
    await put(own, { latitude: 51.476_123_4, longitude: 0.000_567_8 });
    expect(JSON.stringify(t.log)).not.toMatch(/107612|0567456|28\.05|476123/);
    const tables = await t.database.pool.query(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'
        and column_name ~ '(latitude|longitude|^lat$|^lon|^lng$|coordinate|geometry|(^|_)point(_|$))'`,
    );
    expect(tables.rows).toEqual([]);
  });

  it('is refused outside South Africa, by the cell', async () => {
    const own = await aProfile(t);
    for (const half of [{}, { latitude: -26 }, { ...north, city: 'Durban' }])
      expect((await put(own, half)).error?.code).toBe('VALIDATION_FAILED');
    for (const elsewhere of [
      { latitude: 51.5, longitude: -0.1 },
      { latitude: -25.97, longitude: 32.57 },
      { latitude: -29.31, longitude: 27.9 },
      { latitude: -17.8, longitude: 31 },
      { latitude: -40, longitude: 20 },
    ])
      expect((await put(own, elsewhere)).error?.code).toBe('VALIDATION_FAILED');
    for (const { latitude, longitude } of Object.values(cityPlaces))
      expect(isInSouthAfrica(latitude, longitude)).toBe(true);
  });

  it('T72: changes ten times a day at most, even when it is deleted in between', async () => {
    const own = await aProfile(t);
    for (let change = 0; change < 10; change += 1) {
      expect((await put(own, change % 2 ? north : south)).status).toBe(200);
      if (change === 4) await t.client(own).call('forgetLocation');
    }
    // The same cell counts as no change.
    expect((await put(own, north)).body.changesLeft).toBe(0);
    expect((await put(own, south)).error?.code).toBe('QUOTA_REACHED');
    expect((await t.client(own).call('updateProfile', { body: { location: 'Durban' } })).error?.code).toBe(
      'QUOTA_REACHED',
    );
    t.clock.advance(24 * 60 * minute);
    expect((await put(own, south)).body.changesLeft).toBe(9);
  });

  it('T72: moves no faster than an airliner, and the error names travel mode', async () => {
    const own = await aProfile(t, { city: 'Johannesburg' });
    await put(own, { city: 'Johannesburg' });
    t.clock.advance(30 * minute);
    const refused = await put(own, { city: 'Cape Town' });
    expect(refused.error?.code).toBe('CONFLICT');
    expect(refused.error?.message).toContain('travel mode');
    t.clock.advance(60 * minute);
    expect((await put(own, { city: 'Cape Town' })).status).toBe(200);
    // The profile's city is a place too.
    const city = (location: string) => t.client(own).call('updateProfile', { body: { location } });
    expect((await city('Durban')).status).toBe(200);
    expect((await city('Cape Town')).error?.code).toBe('CONFLICT');
  });

  it("T72: others see a move after a stay of 30 to 60 minutes, the member's own view follows at once", async () => {
    const [mover, viewer] = [await aProfile(t), await aProfile(t)];
    await put(viewer, { city: 'Johannesburg' });
    await put(mover, { city: 'Johannesburg' });
    expect(await cardOf(viewer, mover)).toMatchObject({ distance: 2, location: 'Johannesburg' });
    await put(mover, { city: 'Pretoria' });
    t.clock.advance(29 * minute);
    await t.context.discovery.showMoves();
    expect(await cardOf(viewer, mover)).toMatchObject({ distance: 2, location: 'Johannesburg' });
    expect((await cardOf(mover, viewer))?.distance).toBeGreaterThan(40);
    // Moving on restarts the wait.
    await put(mover, { city: 'Johannesburg' });
    await put(mover, { city: 'Pretoria' });
    t.clock.advance(29 * minute);
    await t.context.discovery.showMoves();
    expect((await cardOf(viewer, mover))?.location).toBe('Johannesburg');
    t.clock.advance(32 * minute);
    // A profile that another transaction has locked is shown by the next run.
    await expect
      .poll(async () => {
        await t.context.discovery.showMoves();
        return cardOf(viewer, mover);
      })
      .toMatchObject({ location: 'Pretoria' });
  });
});
