import { interestCategories, relationshipStatuses } from '@vlam/contract/constants';
import { cityPlaces, isCity } from '@vlam/contract/rules/places';
import { gridDisk, gridDistance } from 'h3-js';
import type pg from 'pg';
import { areaOf, cellAt, toCell, toIndex } from '../src/modules/discovery/cells.ts';
import { bandsByAge, tieOf } from '../src/modules/discovery/ranking.ts';
import { insertRows } from './bulk.ts';
import type { SamplePerson } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { cityWeights, demoScale } from './scale.ts';

/** Cells of a city: 61, about ten kilometres in each direction. */
const rings = 4;
/** Offset in degrees that keeps the centre of a coastal city inland. */
const inland: Partial<Record<keyof typeof cityWeights, readonly [north: number, east: number]>> = {
  'Cape Town': [-0.01, 0.09],
  Durban: [0, -0.07],
  'Port Elizabeth': [0.01, -0.07],
  'East London': [0.03, -0.05],
};

/** A random home cell in a city, denser towards the centre. */
function createHomes(random: Random): (city: string) => bigint | null {
  const homes = new Map(
    Object.keys(cityWeights).flatMap((name) => {
      if (!isCity(name)) return [];
      const [north, east] = inland[name] ?? [0, 0];
      const middle = toIndex(cellAt(cityPlaces[name].latitude + north, cityPlaces[name].longitude + east));
      const cells = gridDisk(middle, rings);
      const weights = cells.map((cell) => Math.exp(-((gridDistance(middle, cell) / 2.4) ** 2)));
      return [[name, { cells: cells.map(toCell), weights }] as const];
    }),
  );
  return (city) => {
    const home = homes.get(city as keyof typeof cityWeights);
    return home ? (home.cells[random.weighted(home.weights)] ?? null) : null;
  };
}

/** Gives every sample person a cell in their city, and writes their rows for lists by distance. */
export async function insertPlaces(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  options: { orderKey: Buffer; now: Date },
): Promise<void> {
  const { orderKey, now } = options;
  const homeIn = createHomes(createRandom(demoScale.seed + 7));
  const placed = people.flatMap((person) => {
    const cell = homeIn(person.city);
    return cell === null || !isCity(person.city)
      ? []
      : [{ person, cell, city: person.city, province: cityPlaces[person.city].province }];
  });
  await insertRows(
    client,
    'discovery_places',
    {
      profile_id: 'uuid',
      cell: 'bigint',
      city: 'text',
      province: 'text',
      source: 'text',
      changed_at: 'timestamptz',
      shown_cell: 'bigint',
      shown_city: 'text',
      shown_province: 'text',
      day: 'text',
      changes: 'smallint',
    },
    placed.map(({ person, cell, city, province }) => [
      person.profileId,
      String(cell),
      city,
      province,
      'device',
      person.createdAt,
      String(cell),
      city,
      province,
      '2000-01-01',
      0,
    ]),
  );
  const areas = [...new Set(placed.map(({ cell }) => cell))];
  await client.query(
    `insert into discovery_people (profile_id, cell, area, band, band_until, rank, fell_at, boost, tie, age,
         relationship, verified, interests)
       select profiles.id, place.cell, areas.area, band.band, coalesce(last_seen_at + band.lasts, '9999-01-01'),
              15 + band.band, $1, 1, given.tie, stated_age,
              coalesce(array_position($2::text[], relationship_status), 0), identity_checked_at is not null,
              coalesce((select bit_or(1 << (wish.n - 1)::int) from unnest($3::text[]) with ordinality as wish (name, n)
                where lower(wish.name) = any (lower(looking_for::text)::text[])), 0)
         from unnest($4::uuid[], $5::bigint[]) as given (id, tie)
         join profiles on profiles.id = given.id
         join discovery_places as place on place.profile_id = profiles.id
         join unnest($6::bigint[], $7::bigint[]) as areas (cell, area) on areas.cell = place.cell
         cross join lateral (
           select band, lasts from (values ${bandsByAge.map((ms, band) => `(${band}, interval '${ms / 1000} seconds')`).join(', ')},
               (${bandsByAge.length}, null)) as bands (band, lasts)
             where lasts is null or profiles.last_seen_at + lasts > $1 order by band limit 1) as band`,
    [
      now,
      [...relationshipStatuses],
      [...interestCategories],
      placed.map(({ person }) => person.profileId),
      placed.map(({ person }) => String(tieOf(orderKey, person.profileId))),
      areas.map(String),
      areas.map((cell) => String(areaOf(cell))),
    ],
  );
}
