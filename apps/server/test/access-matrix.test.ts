import { type OperationName, operations } from '@vlam/contract';
import { pathOf } from '@vlam/contract/client';
import type { Operation } from '@vlam/contract/operation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../src/modules/identity/service.ts';
import { boundOperations } from '../src/modules.ts';
import { startTestApp, type TestApp } from './app.ts';
import { aBlock, aCreator, anAccount, aPaidPicture, aProfile } from './factories.ts';
import { sampleBody } from './security/sample-body.ts';

// Calls every operation of the contract as every kind of caller, on one creator and one of their paid pictures.

const callers = [
  'visitor',
  'unverified',
  'fan',
  'stranger',
  'blocked',
  'creator',
  'moderator',
  'admin',
  'suspended',
] as const;
type Caller = (typeof callers)[number];

let app: TestApp;
let cookies: Record<Caller, { cookie: string } | undefined>;
let ids: { profile: string; content: string; session: string };

beforeAll(async () => {
  app = await startTestApp();
  const owner = await aCreator(app);
  const picture = await aPaidPicture(app, { creator: owner, price: 5 });
  const blocked = await aProfile(app);
  await aBlock(app, { blocker: owner, blocked });
  const suspended = await aProfile(app);
  await app.db
    .updateTable('accounts')
    .set({ suspended_at: app.clock.now(), suspended_reason: 'Test of the matrix' })
    .where('id', '=', suspended.accountId)
    .execute();
  cookies = {
    visitor: undefined,
    unverified: await anAccount(app, { verified: false }),
    fan: await aProfile(app),
    stranger: await anAccount(app),
    blocked,
    creator: await aCreator(app),
    moderator: await aProfile(app, { role: 'moderator' }),
    admin: await aProfile(app, { role: 'admin' }),
    suspended,
  };
  ids = { profile: owner.profileId, content: picture.contentId, session: owner.sessionId };
});
afterAll(() => app.close());

/** The error that the guard must return, from the declaration alone; null when access is granted. */
function refusal(operation: Operation, caller: Caller): string | null {
  if (operation.access === 'public') return null;
  // No session opens what only the fresh proof of a suspended member does.
  if (operation.access === 'suspended') return 'UNAUTHORIZED';
  // A suspended account has no valid sessions: it is a visitor.
  if (caller === 'visitor' || caller === 'suspended') return 'UNAUTHORIZED';
  if (caller === 'unverified' && !operation.beforeAgeCheck) return 'AGE_VERIFICATION_REQUIRED';
  if (operation.access === 'creator' && caller !== 'creator') return 'CREATOR_PROFILE_REQUIRED';
  if (typeof operation.access === 'object') {
    const held = permissionsOf(caller === 'admin' || caller === 'moderator' ? caller : 'user');
    if (!held.includes('all') && !held.includes(operation.access.permission)) return 'FORBIDDEN';
  }
  return null;
}

const guardCodes = [
  'UNAUTHORIZED',
  'AGE_VERIFICATION_REQUIRED',
  'CREATOR_PROFILE_REQUIRED',
  'FORBIDDEN',
  'ACCOUNT_SUSPENDED',
];
const idFor = (path: string) =>
  path.includes('/content/') ? ids.content : path.includes('/sessions/') ? ids.session : ids.profile;
// These would sign the caller out in the middle of the walk.
const endsSession = new Set<OperationName>(['logout', 'logoutSubmit']);

describe('access matrix', () => {
  it('binds every operation of the contract exactly once', () => {
    const names = boundOperations(app.context).map((bound) => bound.name);
    expect([...names].sort()).toEqual(Object.keys(operations).sort());
  });

  for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
    for (const caller of callers) {
      if (endsSession.has(name) && caller !== 'visitor') continue;
      it(`T12 T17 T25: ${operation.method} ${operation.path} as ${caller}`, async () => {
        const path = pathOf(operation, operation.params ? { params: { id: idFor(operation.path) } } : {});
        const answer = await app
          .client(cookies[caller])
          .request(operation.method, path, operation.body ? { body: {} } : {});
        const expected = refusal(operation, caller);
        if (expected) {
          expect(answer.error?.code).toBe(expected);
          expect(Object.keys(answer.error ?? {}).sort()).toEqual(['code', 'message', 'requestId']);
        } else {
          // A locked item returns FORBIDDEN by its own rule, where the operation declares it.
          const fromGuard = guardCodes.filter((code) => !operation.errors?.some((declared) => declared === code));
          expect(fromGuard).not.toContain(answer.error?.code ?? '');
          expect(answer.status).toBeLessThan(500);
        }
      });
    }
  }

  it('T66: a blocked member gets the same 404 for the creator, their items and everything below', async () => {
    const client = app.client(cookies.blocked);
    for (const operation of Object.values(operations) as Operation[]) {
      if (
        !operation.params ||
        operation.access !== 'adult' ||
        operation.path.includes('/sessions/') ||
        operation.path.includes('/media/')
      )
        continue;
      // A member may always lift or repeat their own block.
      if (operation.path.endsWith('/block')) continue;
      const answer = await client.request(
        operation.method,
        pathOf(operation, { params: { id: idFor(operation.path) } }),
        operation.body ? { body: sampleBody(operation) } : {},
      );
      expect(`${operation.path} ${answer.error?.code}`).toBe(`${operation.path} NOT_FOUND`);
    }
  });
});
