import type { contentRequest } from '@vlam/contract/requests';
import { beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { TestResponse } from '../../../test/app.ts';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { at } from '../../../test/publications.ts';
import { acceptRequest, aRequester, deliverRequest, sendRequest } from '../../../test/requesters.ts';
import { useTestApp } from '../../../test/use-app.ts';

type Request = z.output<typeof contentRequest>;

let creator: TestProfile;
let fan: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t);
  fan = await aRequester(t, { bought: 500 });
});

const code = ({ error }: TestResponse<unknown>) => error?.code;
const rate = ({ id }: Request, stars: number, who = fan) =>
  t.client(who).call('rateRequest', { ...at(id), body: { stars } });
const ratingOf = async (of: TestProfile) =>
  (await t.client(fan).call('getProfile', { params: { id: of.profileId } })).body.stats.rating;

it('accepts a rating of one to five stars from the requester after delivery, and changes to it', async () => {
  const made = await sendRequest(t, fan, creator);
  expect(code(await rate(made, 5))).toBe('CONFLICT');
  await acceptRequest(t, creator, made);
  expect(code(await rate(made, 5))).toBe('CONFLICT');
  await deliverRequest(t, creator, made);
  for (const stars of [0, 6, 4.5]) expect(code(await rate(made, stars))).toBe('VALIDATION_FAILED');
  for (const other of [creator, await aProfile(t)]) expect(code(await rate(made, 5, other))).toBe('NOT_FOUND');
  expect((await rate(made, 2)).body).toMatchObject({ rating: 2, status: 'completed' });
  const { version } = (await rate(made, 4)).body;
  expect((await rate(made, 4)).body).toMatchObject({ rating: 4, version });
  const { body } = await t.client(creator).call('listRequests', { query: { box: 'received' } });
  expect(body.items.find(({ id }) => id === made.id)?.rating).toBeNull();
});

it("counts in the creator's rating from three on, except for fully refunded requests", async () => {
  const rated = await aCreator(t);
  const made: Request[] = [];
  for (const stars of [5, 4, 3]) {
    expect(await ratingOf(rated)).toBeNull();
    const one = await sendRequest(t, fan, rated, { offeredPrice: 10 });
    await acceptRequest(t, rated, one, 10);
    await deliverRequest(t, rated, one);
    expect((await rate(one, stars)).status).toBe(200);
    made.push(one);
  }
  expect(await ratingOf(rated)).toBe(4);
  await rate(made[2] as Request, 5);
  expect(await ratingOf(rated)).toBe(4.7);
  await t.db
    .updateTable('content_requests')
    .set({
      ...{ status: 'resolved', decision: 'returned', returned: 10, decision_reason: 'Not as asked' },
      ...{ disputed_at: t.clock.now(), decided_at: t.clock.now(), decided_by: fan.accountId },
    })
    .where('id', '=', made[0]?.id ?? '')
    .execute();
  expect(await ratingOf(rated)).toBeNull();
  expect(code(await rate(made[0] as Request, 5))).toBe('CONFLICT');
});
