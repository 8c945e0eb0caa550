import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '../../src/platform/ids.ts';
import { useTestApp } from '../use-app.ts';
import { aWorld, everyOperation, ownIdFor, pathWith, type World } from './world.ts';

let world: World;
const t = useTestApp();
beforeAll(async () => {
  world = await aWorld(t);
});

const paramsOf = (path: string, id: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]));
const withIds = everyOperation.filter(
  ([, { path, params }]) => params && z.safeParse(params, paramsOf(path, newId())).success,
);

describe('an id is written in one way', () => {
  it('is asked for by paths', () => {
    expect(withIds.length).toBeGreaterThan(60);
  });

  // In capitals it would be the same row and another text: oneself would be somebody else, and rooms would be empty.
  it.each(withIds)('%s knows nothing in capitals, not even what is one’s own', async (_name, operation) => {
    const id = ownIdFor(operation.path, world).toUpperCase();
    const answer = await t
      .client(world.admin)
      .request(operation.method, pathWith(operation, id), operation.method === 'GET' ? {} : { body: {} });
    expect([operation.path, answer.status]).toEqual([operation.path, 404]);
  });
});
