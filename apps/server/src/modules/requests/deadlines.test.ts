import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aCreator, aSession, type TestProfile } from '../../../test/factories.ts';
import { at } from '../../../test/publications.ts';
import {
  acceptRequest,
  aRequester,
  deliverRequest,
  escrowOf,
  runLapse,
  sendRequest,
} from '../../../test/requesters.ts';
import { useTestApp } from '../../../test/use-app.ts';

let creator: TestProfile;
let fan: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t);
});
beforeEach(async () => {
  fan = await aRequester(t, { bought: 500 });
});

const sent = (deadline?: '24h') => sendRequest(t, fan, creator, deadline ? { deadline } : {});
const accept = (request: { id: string }) => acceptRequest(t, creator, request);
const dispute = async ({ id }: { id: string }) =>
  t.client(await aSession(t, fan.accountId)).call('disputeRequest', { ...at(id), body: { reason: 'Another person' } });
const escrow = ({ id }: { id: string }) => escrowOf(t, id);
const code = ({ error }: TestResponse<unknown>) => error?.code;

it('releases the hold 48 hours past a deadline, and not before', async () => {
  const request = await sent('24h');
  t.clock.advance(71 * 3_600_000);
  await runLapse(t);
  expect(await escrow(request)).toBe(100);
  t.clock.advance(3_600_000);
  // Too late to respond, even before the job has found it.
  expect(code(await accept(request))).toBe('CONFLICT');
  await runLapse(t);
  await runLapse(t);
  const { body } = await t.client(fan).call('listRequests', { query: { status: 'lapsed' } });
  expect(body.items[0]).toMatchObject({ id: request.id, status: 'lapsed', heldPrice: 0, lapsesAt: null });
  expect([await escrow(request), (await t.context.credits.balance(fan.accountId)).balance]).toEqual([0, 500]);
});

it('counts the estimate without a deadline, and waits during a dispute', async () => {
  const [late, disputed] = [await sent(), await sent()];
  for (const request of [late, disputed]) await accept(request);
  await dispute(disputed);
  t.clock.advance(96 * 3_600_000);
  await runLapse(t);
  expect([await escrow(late), await escrow(disputed)]).toEqual([0, 100]);
});

it('a delivery can be disputed for seven days', async () => {
  const [soon, late] = [await sent(), await sent()];
  for (const request of [soon, late]) {
    await accept(request);
    await deliverRequest(t, creator, request);
  }
  t.clock.advance(7 * 86_400_000 - 1_000);
  expect((await dispute(soon)).body).toMatchObject({ status: 'disputed', reason: 'Another person' });
  t.clock.advance(1_000);
  expect(code(await dispute(late))).toBe('CONFLICT');
});
