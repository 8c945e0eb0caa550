import { operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import { serverEvents } from '@vlam/contract/realtime';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { locationReads, ownPlaces, sameResponseAs } from '../../../test/place-readings.ts';

const place =
  /distance|kilomet|(^|[a-z])km$|^km|cell|city|province|latitude|longitude|(^|[a-z])(lat|lng|lon)$|^place|location|hotspot|coordinate|geo/i;

/** Names in a schema that concern a place. */
function placesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const each of schema) placesIn(each, found);
  else if (schema && typeof schema === 'object')
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') for (const name of Object.keys(value)) if (place.test(name)) found.add(name);
      placesIn(value, found);
    }
  return found;
}
const described = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' });

describe('T72: a reading of places', () => {
  const readings = Object.entries<Operation>(operations)
    // Staff read the city a member chose to show; the access matrix proves that no one else reaches those operations.
    .filter(([, { access }]) => typeof access === 'string')
    .filter(([, { response }]) => response && placesIn(described(response)).size > 0)
    .map(([name]) => name);

  it('is covered by the location attack, or lists the reason why it reveals nothing of others', () => {
    const listed = [...Object.keys(locationReads), ...Object.keys(sameResponseAs), ...ownPlaces];
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
    expect(listed.sort()).toEqual(readings.sort());
  });

  it('returns the same view as the covered operation', () => {
    for (const [name, other] of Object.entries(sameResponseAs)) {
      expect(Object.keys(locationReads), name).toContain(other);
      const [own, walked] = [name, other].map((each) => {
        const { response } = (operations as Record<string, Operation>)[each] ?? {};
        return response ? [...placesIn(described(response))].sort() : [];
      });
      expect(own, name).toEqual(walked);
    }
  });

  it('is no event of the socket', () => {
    for (const [name, payload] of Object.entries(serverEvents))
      expect([...placesIn(described(payload))], name).toEqual([]);
  });
});
