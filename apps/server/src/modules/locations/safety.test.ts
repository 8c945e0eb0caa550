import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

let who: TestProfile;
let contact: string;
let people = 0;
const minute = 60_000;
const t = useTestApp();
beforeEach(async () => {
  people += 1;
  contact = `sister-${people}@family.test`;
  who = await aProfile(t, { firstName: 'Lerato' });
});

const code = ({ error }: TestResponse<unknown>) => error?.code;
const at = (id: string) => ({ params: { id } });
const later = (minutes: number) => new Date(t.clock.now().getTime() + minutes * minute).toISOString();
const share = (more: Record<string, unknown> = {}, as = who) =>
  t.client(as).call('createSafetyPlan', {
    body: {
      about: 'tonight',
      title: 'Drinks on Florida Road',
      place: 'The corner bar, table by the window',
      startsAt: later(30),
      backBy: later(180),
      contactName: 'Naledi',
      contactEmail: contact,
      note: 'With somebody from the app, tall, red jacket.',
      ...more,
    },
  });
const shared = async (more?: Record<string, unknown>) => {
  const { status, body } = await share(more);
  expect(status).toBe(201);
  return body;
};
const tokenOf = ({ shareUrl }: { shareUrl: string }) => shareUrl.split('/plan/')[1] ?? '';
const visit = (token: string) => t.client().call('sharedPlan', { params: { token } });
const checkIn = (id: string, body: { extendMinutes?: number } = {}, as = who) =>
  t.client(as).call('checkInSafetyPlan', { ...at(id), body });
const mails = async (to: string) =>
  (await t.context.mailer.outbox())
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject)
    .reverse();
const pass = async (minutes: number) => {
  t.clock.advance(minutes * minute);
  await t.drain();
};
const stateOf = async (id: string) =>
  (await t.client(who).call('listSafetyPlans')).body.find((plan) => plan.id === id)?.state;

it('opens the link without an account: a first name and what was shared, hidden from search engines', async () => {
  const plan = await shared();
  const answer = await visit(tokenOf(plan));
  expect(answer.body).toEqual({
    firstName: 'Lerato',
    title: 'Drinks on Florida Road',
    place: 'The corner bar, table by the window',
    note: 'With somebody from the app, tall, red jacket.',
    startsAt: plan.startsAt,
    backBy: plan.backBy,
    state: 'open',
  });
  expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  expect(answer.headers['cache-control']).toContain('no-store');
});

it('the first mail names the sender and how to stop it, and carries no text of the member', async () => {
  const plan = await shared({ title: 'Buy cheap watches at evil.test', note: 'evil.test' });
  const mail = (await t.context.mailer.outbox()).find(({ to }) => to === contact);
  expect(mail?.subject).toBe('Lerato shared a plan with you');
  expect(mail?.text).toContain(plan.shareUrl);
  expect(mail?.text).toContain('Send me no more of these');
  expect(mail?.text).not.toContain('evil.test');
  const salesman = await aProfile(t, { firstName: 'http://evil.test <b>' });
  await share({ contactEmail: `x-${contact}` }, salesman);
  const other = (await t.context.mailer.outbox()).find(({ to }) => to === `x-${contact}`);
  expect(other?.subject).toBe('httpeviltest shared a plan with you');
});

it('reminds the owner at "back by", and alerts the contact once when there is no check-in', async () => {
  const plan = await shared();
  await pass(179);
  expect(await mails(who.email)).toEqual([]);
  await pass(1);
  expect(await mails(who.email)).toEqual(['Are you back?']);
  expect(await stateOf(plan.id)).toBe('overdue');
  expect(await mails(contact)).toEqual(['Lerato shared a plan with you']);
  await pass(14);
  expect(await mails(contact)).toHaveLength(1);
  await pass(1);
  expect(await mails(contact)).toEqual(['Lerato shared a plan with you', 'Lerato has not checked in']);
  expect((await visit(tokenOf(plan))).body.state).toBe('alerted');
  // However often the jobs run, the alert is sent once.
  for (const name of ['locations.plan-remind', 'locations.plan-alert', 'locations.plan-sweep'])
    for (let run = 0; run < 2; run += 1)
      await t.context.jobs.enqueue(t.db, { name, maxAttempts: 1 }, { planId: plan.id });
  await pass(60);
  expect(await mails(contact)).toHaveLength(2);
  expect(await mails(who.email)).toEqual(['Are you back?']);
  expect(code(await checkIn(plan.id, { extendMinutes: 30 }))).toBe('CONFLICT');
  await Promise.all([checkIn(plan.id), checkIn(plan.id)]);
  expect((await mails(contact)).slice(2)).toEqual(['Lerato is safe']);
});

it('alerts no one after a check-in, cancellation or extension; the later time counts', async () => {
  const safe = await shared();
  const cancelled = await shared({ contactEmail: `b-${contact}` });
  const longer = await shared({ contactEmail: `c-${contact}` });
  expect((await checkIn(safe.id)).body.state).toBe('safe');
  expect((await t.client(who).call('cancelSafetyPlan', at(cancelled.id))).status).toBe(204);
  await pass(181);
  expect((await checkIn(longer.id, { extendMinutes: 60 })).body).toMatchObject({ state: 'open', backBy: later(60) });
  await pass(59);
  expect(await stateOf(longer.id)).toBe('open');
  await pass(1);
  expect(await mails(who.email)).toEqual(['Are you back?', 'Are you back?']);
  await pass(15);
  expect(await mails(`c-${contact}`)).toHaveLength(2);
  expect([...(await mails(contact)), ...(await mails(`b-${contact}`))]).toHaveLength(2);
});

it('an alert survives an outage: the sweep finds a plan whose job is lost, and still reminds first', async () => {
  const plan = await shared();
  await sql`select graphile_worker.remove_job(key) from unnest(${[`plan-remind:${plan.id}`, `plan-alert:${plan.id}`]}::text[]) key`.execute(
    t.db,
  );
  const sweep = async () => {
    await t.context.jobs.enqueue(t.db, { name: 'locations.plan-sweep', maxAttempts: 1 }, {});
    await t.drain();
  };
  t.clock.advance(400 * minute);
  await sweep();
  expect(await mails(who.email)).toEqual(['Are you back?']);
  expect(await mails(contact)).toHaveLength(1);
  await pass(15);
  await sweep();
  expect(await mails(contact)).toEqual(['Lerato shared a plan with you', 'Lerato has not checked in']);
});

it('a contact who opted out gets no mail, and the owner is asked to name another one', async () => {
  const plan = await shared();
  const stop = () => t.client().call('stopSharedPlans', { params: { token: tokenOf(plan) } });
  expect([(await stop()).status, (await stop()).status]).toEqual([204, 204]);
  expect(await mails(who.email)).toEqual(['Your plan needs somebody else']);
  await pass(200);
  expect(await mails(contact)).toEqual(['Lerato shared a plan with you']);
  expect((await share()).error?.details?.fields).toHaveProperty('contactEmail');
  expect((await share({ contactEmail: contact.toUpperCase() })).error?.details?.fields).toHaveProperty('contactEmail');
});

it('mail is limited: five plans a day for a member, ten for an address, none to oneself', async () => {
  expect((await share({ contactEmail: who.email })).error?.details?.fields).toHaveProperty('contactEmail');
  const tries = await Promise.all(Array.from({ length: 8 }, () => share()));
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(tries.filter((one) => code(one) === 'QUOTA_REACHED')).toHaveLength(3);
  const others = await Promise.all([aProfile(t), aProfile(t)]);
  const more = await Promise.all(others.flatMap((other) => Array.from({ length: 4 }, () => share({}, other))));
  expect(more.filter(({ status }) => status === 201)).toHaveLength(5);
  expect((await mails(contact)).length).toBe(10);
  t.clock.advance(24 * 60 * minute + 1);
  expect((await share()).status).toBe(201);
});

it('T28: a link is 256 bits, opens nothing else, expires, and is not in the database', async () => {
  const plan = await shared();
  const token = tokenOf(plan);
  expect(token).toMatch(/^[\w-]{43}$/);
  for (const guess of [randomBytes(32).toString('base64url'), `${token.slice(0, 42)}A`, plan.id, 'x', `${token}=`])
    expect([guess, code(await visit(guess))]).toEqual([guess, guess === token ? undefined : 'NOT_FOUND']);
  const rows = JSON.stringify(await t.db.selectFrom('safety_plans').selectAll().execute());
  for (const secret of [token, contact, 'Florida Road', 'Naledi']) expect(rows).not.toContain(secret);
  await checkIn(plan.id);
  t.clock.advance((180 + 12 * 60) * minute - 1);
  expect((await visit(token)).body.state).toBe('safe');
  t.clock.advance(1);
  expect(code(await visit(token))).toBe('NOT_FOUND');
});

it('T25: a plan is visible to its owner only', async () => {
  const plan = await shared();
  const other = await aProfile(t);
  expect((await t.client(other).call('listSafetyPlans')).body).toEqual([]);
  expect(code(await checkIn(plan.id, {}, other))).toBe('NOT_FOUND');
  expect(code(await t.client(other).call('cancelSafetyPlan', at(plan.id)))).toBe('NOT_FOUND');
  expect(code(await share({ backBy: later(10), startsAt: later(30) }))).toBe('VALIDATION_FAILED');
  expect(code(await share({ backBy: later(-10), startsAt: later(-30) }))).toBe('VALIDATION_FAILED');
});

it('a plan is deleted a week after its end', async () => {
  const plan = await shared();
  await checkIn(plan.id);
  t.clock.advance(8 * 24 * 60 * minute);
  await t.context.jobs.enqueue(t.db, { name: 'locations.plan-sweep', maxAttempts: 1 }, {});
  await t.drain();
  expect(await stateOf(plan.id)).toBeUndefined();
});
