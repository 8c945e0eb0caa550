import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '../../src/platform/ids.ts';
import { useTestApp } from '../use-app.ts';
import { createWorld, everyOperation, ownIdFor, pathWith, type World } from './world.ts';

let world: World;
const t = useTestApp();
beforeAll(async () => {
  world = await createWorld(t);
});

const paramsOf = (path: string, id: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]));
const withIds = everyOperation.filter(
  ([, { path, params }]) => params && z.safeParse(params, paramsOf(path, newId())).success,
);

describe('an id has one spelling', () => {
  it('control: there are paths with ids', () => {
    expect(withIds.length).toBeGreaterThan(60);
  });

  // In capitals it would be the same row but another text: comparisons with the own id and topics would fail.
  it.each(withIds)('%s refuses ids in capitals, also of own resources', async (_name, operation) => {
    const id = ownIdFor(operation.path, world).toUpperCase();
    const answer = await t
      .client(world.admin)
      .request(operation.method, pathWith(operation, id), operation.method === 'GET' ? {} : { body: {} });
    expect([operation.path, answer.status]).toEqual([operation.path, 404]);
  });
});
