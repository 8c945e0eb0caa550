import { randomUUID } from 'node:crypto';
import { operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import type { Operation } from '@vlam/contract/operation';
import type { TestApp } from '../app.ts';
import {
  aBlock,
  aCreator,
  aFreePicture,
  anAccount,
  aPaidPicture,
  aProfile,
  type TestAccount,
  type TestProfile,
} from '../factories.ts';
import { schemaOf } from './arbitraries.ts';

export const everyOperation = Object.entries(operations) as [string, Operation][];
/** Those that a session, or none, may open; `records/own-data/suspended.test.ts` tries the others. */
export const sessionOperations = everyOperation.filter(([, { access }]) => access !== 'suspended');
export const unsafeOperations = everyOperation.filter(([, { method }]) => method !== 'GET');
export const readOperations = everyOperation.filter(([, { method }]) => method === 'GET');

export interface World {
  /** Verified creator of everything below. */
  owner: TestProfile;
  fan: TestProfile;
  otherCreator: TestProfile;
  blocked: TestProfile;
  admin: TestProfile;
  unverified: TestAccount;
  paid: { contentId: string; mediaId: string };
  free: { contentId: string; mediaId: string };
  draft: { contentId: string; mediaId: string };
}

/** A creator with a paid, a free and an unpublished picture, and callers of every kind. */
export async function createWorld(app: TestApp): Promise<World> {
  const owner = await aCreator(app, { lastName: 'Kanarievoël', displayName: 'Owner of all' });
  const blocked = await aProfile(app);
  await aBlock(app, { blocker: owner, blocked });
  const draft = await aFreePicture(app, { creator: owner });
  await app.db.updateTable('content_items').set({ state: 'draft' }).where('id', '=', draft.contentId).execute();
  return {
    owner,
    blocked,
    draft,
    fan: await aProfile(app),
    otherCreator: await aCreator(app),
    // An admin who also publishes: no access rule applies before the schemas.
    admin: await aCreator(app, { role: 'admin' }),
    unverified: await anAccount(app, { verified: false }),
    paid: await aPaidPicture(app, { creator: owner, price: 10 }),
    free: await aFreePicture(app, { creator: owner }),
  };
}

/** An id for the operation's path, of a resource that its owner may act on. */
export function ownIdFor(path: string, world: World): string {
  if (path.includes('/sessions/')) return world.owner.sessionId;
  if (path.includes('{token}')) return 'x'.repeat(43);
  if (path.includes('/media/')) return world.paid.mediaId;
  if (path.startsWith('/api/content/') || path.startsWith('/api/studio/')) return world.paid.contentId;
  return world.owner.profileId;
}

/** Path of an operation with this id, by default a random one; a part that takes only certain words has the first. */
export const pathWith = (operation: Operation, id: string = randomUUID()): string => {
  if (!operation.params) return pathOf(operation, {});
  const { properties = {} } = schemaOf(operation.params);
  const params = Object.entries(properties).map(([name, part]) => [name, Array.isArray(part.enum) ? part.enum[0] : id]);
  return pathOf(operation, { params: Object.fromEntries(params) });
};

/** An error body without its request id. */
export function withoutRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '');
}
