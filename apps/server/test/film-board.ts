import type { RegistrationAnswers } from '@vlam/contract/rules/film-board';
import { addDays, johannesburgDay } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { aCreator, aProfile, type TestProfile } from './factories.ts';
import { aRatedDraft, at, mildAnswers } from './publications.ts';

export const someAnswers: RegistrationAnswers = {
  businessName: 'Studio Zes (Pty) Ltd',
  registrationNumber: '2024/118342/07',
  contactPerson: 'Anika van der Merwe',
  email: 'anika@studiozes.example',
  phone: '012 555 0190',
  businessAddress: '14 Burnett Street, Pretoria 0083',
  platformDescription: 'Drawings, film grain and studio diaries, published to adult subscribers on Vlam.',
};

/** A registration of a creator that holds, with the X18 exemption that two members of staff granted. */
export async function anExemption(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  creator: Pick<TestProfile, 'profileId'>,
  { validUntil = null }: { validUntil?: string | null } = {},
): Promise<string> {
  const id = newId();
  const now = clock.now();
  await db
    .insertInto('film_board_registrations')
    .values({
      id,
      profile_id: creator.profileId,
      number: 'FPB 12/2026',
      status: 'approved',
      valid_until: validUntil,
      submitted_at: now,
      decided_at: now,
      x18_exemption: true,
      x18_proposed_by: newId(),
      x18_proposed_at: now,
      x18_confirmed_by: newId(),
      x18_confirmed_at: now,
    })
    .execute();
  return id;
}

export const dayMs = 86_400_000;

/** What creators and staff do about registrations. */
export function createFilmBoardScene(t: TestApp) {
  const today = () => johannesburgDay(t.clock.now());
  const anOfficer = () => aProfile(t, { role: 'admin' });
  const send = (creator: TestProfile, body: object = someAnswers, idempotencyKey?: string) =>
    t.client(creator).call('sendRegistration', { body: { ...body }, ...(idempotencyKey ? { idempotencyKey } : {}) });
  const decide = (staff: TestProfile, id: string, decision: string, more: object = {}) =>
    t
      .client(staff)
      .call('decideRegistration', { ...at(id), body: { decision, reason: 'Papers were compared', ...more } });
  const certificate = (days = 400) => ({
    certificateNumber: 'FPB 12/2036',
    validFrom: today(),
    validUntil: addDays(today(), days),
  });
  async function anApplication() {
    const creator = await aCreator(t);
    const id = (await send(creator)).body.latest?.id ?? '';
    return { creator, id };
  }
  return {
    ...{ today, anOfficer, send, decide, certificate, anApplication },
    own: async (creator: TestProfile) => (await t.client(creator).call('ownRegistration')).body,
    status: async (creator: TestProfile) => (await t.client(creator).call('complianceStatus')).body,
    /** Approved, and holding for some days. */
    async aRegistration(days?: number) {
      const made = { ...(await anApplication()), staff: await anOfficer() };
      await decide(made.staff, made.id, 'approve', certificate(days));
      return made;
    },
    anX18Draft: (creator: TestProfile) =>
      aRatedDraft(t, creator, { classificationAnswers: { ...mildAnswers, undress: 'sexual' } }),
    publish: async (creator: TestProfile, id: string) =>
      (await t.client(creator).call('publishContent', at(id))).status,
    async runTask(name: string) {
      const task = t.context.filmBoard.tasks.find(({ kind }) => kind.name === name);
      await task?.run({}, { id: '1', attempt: 1 });
    },
    async actionsOf(id: string) {
      const written = t.db.selectFrom('audit_log').select('action').where('target_id', '=', id).orderBy('number');
      return (await written.execute()).map((row) => row.action.replace('fpb_registration.', ''));
    },
    async kindsOf(creator: TestProfile) {
      await t.drain();
      return (await t.client(creator).call('listNotifications')).body.items.map(({ kind }) => kind);
    },
  };
}
