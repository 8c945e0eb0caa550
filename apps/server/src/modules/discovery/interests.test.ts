import { expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T21:00:00+02:00') });

const hour = 3_600_000;
/** Older than cache and snapshot, so it is recounted. */
const expireCounts = () => t.clock.advance(15_001);
const people = (howMany: number) => Promise.all(Array.from({ length: howMany }, () => aProfile(t, { city: 'Durban' })));
const post = async (who: TestProfile, category: string) =>
  (await t.client(who).call('postInterest', { body: { category, text: 'Anybody awake?' } })).body.id;
const like = (who: TestProfile, id: string) => t.client(who).call('likeInterestPost', { params: { id } });
const craving = async (category: string) => {
  expireCounts();
  return (await t.client().call('interests')).body.find((one) => one.category === category);
};
const trend = async (topic: string) => {
  expireCounts();
  return (await t.client().call('trending')).body.find((one) => one.topic === topic);
};

it('T73: cravings count members who posted or liked in the last day, each once, from ten on, compared to an hour ago', async () => {
  const [author, ...fans] = (await people(12)) as [TestProfile, ...TestProfile[]];
  const id = await post(author, 'Photo Exchange');
  await Promise.all(fans.slice(0, 8).map((fan) => like(fan, id)));
  expect(await craving('Photo Exchange')).toEqual({
    category: 'Photo Exchange',
    count: null,
    change: null,
    heat: 'cool',
  });
  // A like taken back and given again counts one member; so does a second post.
  await like(fans[0] as TestProfile, id);
  await like(fans[0] as TestProfile, id);
  await post(author, 'Photo Exchange');
  expect((await craving('Photo Exchange'))?.count).toBeNull();
  await like(fans[8] as TestProfile, id);
  // The snapshot of an hour ago is the first count in each five minutes.
  t.clock.advance(5 * 60_000);
  expect(await craving('Photo Exchange')).toMatchObject({ count: 10, change: null });
  t.clock.advance(hour);
  await Promise.all(fans.slice(9).map((fan) => like(fan, id)));
  expect(await craving('Photo Exchange')).toMatchObject({ count: 12, change: 2 });
  t.clock.advance(23 * hour);
  expect((await craving('Photo Exchange'))?.count).toBeNull();
});

it('trends restart with the Johannesburg day, most craved first', async () => {
  t.clock.set(new Date('2026-11-24T23:30:00+02:00'));
  const [author, ...fans] = (await people(14)) as [TestProfile, ...TestProfile[]];
  const [flirt, secret] = [await post(author, 'Flirty Chat'), await post(author, 'Secret Meetings')];
  await Promise.all(fans.flatMap((fan) => [like(fan, flirt), like(fan, secret)]));
  await like(await aProfile(t), secret);
  expireCounts();
  expect((await t.client().call('trending')).body).toEqual([
    { topic: 'Secret affairs', count: 15 },
    { topic: 'Flirty chat', count: 14 },
    { topic: 'Hookups tonight', count: null },
    { topic: 'Photo exchange', count: null },
  ]);
  t.clock.set(new Date('2026-11-25T00:00:10+02:00'));
  expect((await trend('Flirty chat'))?.count).toBeNull();
  // Taking a like back and giving it again counts for today.
  await Promise.all(fans.flatMap((fan) => [like(fan, flirt)]));
  await Promise.all(fans.flatMap((fan) => [like(fan, flirt)]));
  expect((await trend('Flirty chat'))?.count).toBe(13);
  expect((await craving('Flirty Chat'))?.count).toBe(14);
});
