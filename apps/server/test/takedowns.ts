import type { Fingerprint } from '@vlam/contract/takedowns';
import { beforeAll, beforeEach, expect } from 'vitest';
import { aCreator, aProfile, aSession, type TestProfile } from './factories.ts';
import { aSharpPicture, fingerprintOf } from './fingerprints.ts';
import { sendFile } from './pictures.ts';
import { useTestApp } from './use-app.ts';

export interface CaseKeys {
  caseNumber: string;
  pin: string;
}
export interface PublishedPicture {
  picture: Buffer;
  mediaId: string;
  contentId: string;
  print: Fingerprint;
}

/** A test app with a creator, a fan and a moderator, and what complainants and staff do at the desk. */
export function useDesk() {
  const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
  const people = {} as Record<'creator' | 'fan' | 'moderator', TestProfile>;
  const desk = { seed: 100, network: 0 };

  /** Stories move the clock past the end of a session. */
  async function signIn(): Promise<void> {
    for (const who of Object.values(people)) Object.assign(who, await aSession(t, who.accountId));
  }

  beforeAll(async () => {
    Object.assign(people, {
      creator: await aCreator(t),
      fan: await aProfile(t),
      moderator: await aProfile(t, { role: 'moderator' }),
    });
  });
  // Every story begins with complainants who have no history.
  beforeEach(async () => {
    await t.db.deleteFrom('takedown_cases').execute();
    desk.network += 1;
    await signIn();
  });

  const idOf = async ({ caseNumber }: Pick<CaseKeys, 'caseNumber'>) =>
    (await t.db.selectFrom('takedown_cases').select('id').where('number', '=', caseNumber).executeTakeFirstOrThrow())
      .id;

  return {
    t,
    people,
    signIn,
    idOf,
    /** The seed of the last picture that was published. */
    lastSeed: () => desk.seed,
    /** Complains from an address of a network of its own; `search`: also runs the jobs. */
    async complain(body: Record<string, unknown>, ip = `41.1.${desk.network}.7`, { search = true } = {}) {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/api/takedowns',
        remoteAddress: ip,
        headers: { host: 'vlam.test', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      if (search) await t.drain();
      return { ...(answer.json() as CaseKeys), status: answer.statusCode };
    },
    statusOf: ({ caseNumber, pin }: CaseKeys) => t.client().call('takedownStatus', { body: { caseNumber, pin } }),
    act: async (keys: CaseKeys, action: string, who: { cookie: string } = people.moderator) =>
      t.client(who).call('actOnTakedown', {
        params: { id: await idOf(keys) },
        body: { action, reason: 'Looked at it' },
      }),
    opened: async (keys: CaseKeys, who: { cookie: string } = people.moderator) =>
      t.client(who).call('openTakedown', { params: { id: await idOf(keys) } }),
    audits: async (keys: CaseKeys) =>
      (
        await t.db
          .selectFrom('audit_log')
          .select('action')
          .where('target_id', '=', await idOf(keys))
          .orderBy('number')
          .execute()
      ).map(({ action }) => action),
    async aPublishedPicture({ price = 0, of = people.creator } = {}): Promise<PublishedPicture> {
      desk.seed += 1;
      const picture = await aSharpPicture(desk.seed);
      const mediaId = (await sendFile(t, of, picture)).id;
      await t.drain();
      const made = await t.client(of).call('createContent', {
        body: {
          ...{ title: `Light ${desk.seed}`, description: '', mediaType: 'image', mediaId },
          ...(price ? { isPremium: true, price } : {}),
        },
      });
      expect(made.status).toBe(201);
      return { picture, mediaId, contentId: made.body.id, print: await fingerprintOf(picture) };
    },
    see: (contentId: string, who: { cookie: string } = people.fan) =>
      t.client(who).call('getContent', { params: { id: contentId } }),
  };
}
