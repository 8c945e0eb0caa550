import type { loginBody } from '@vlam/contract/identity';
import { stepUpMs } from '@vlam/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import type { Factors } from './factors.ts';
import type { IdentityParts, NewBrowser } from './parts.ts';
import type { SignIn } from './sign-in.ts';
import * as store from './store.ts';

/**
 * What a suspended member still may: operations with the access `suspended`, within the minutes a proof of the person
 * lasts. There is no session, so nothing else can be called with its cookie.
 */
export interface SuspendedAccess {
  /**
   * Null where the account asks for a second factor and no code was given. Throws as a sign-in, `INVALID_CODE`, and
   * `CONFLICT` for an account that is not suspended or is being deleted already.
   */
  open(proof: z.output<typeof loginBody> & { code?: string | undefined }, browser: NewBrowser): Promise<string | null>;
  /** The suspended member of this request; null without a note, once it is late, and once the suspension is over. */
  authenticate(request: Pick<FastifyRequest, 'cookies'>): Promise<Viewer | null>;
  setNote(reply: FastifyReply, note: string): void;
  clearNote(reply: FastifyReply): void;
}

type Note = [accountId: string, suspendedAt: number, passwordChangedAt: number, provenAt: number];
const longest = 600;

export function createSuspendedAccess(
  { config, db, clock, knownDevices }: Pick<IdentityParts, 'config' | 'db' | 'clock' | 'knownDevices'>,
  { verifySuspended }: Pick<SignIn, 'verifySuspended'>,
  { requireCode }: Pick<Factors, 'requireCode'>,
): SuspendedAccess {
  const sealer = config.keys.sealer('suspended members');
  const context = 'data of a suspended member';
  const name = config.secureCookies ? '__Host-vlam-suspended-data' : 'vlam-suspended-data';
  const rules = { path: '/', httpOnly: true, sameSite: 'strict', secure: config.secureCookies } as const;

  const noteOf = (account: store.AccountRow): Note => [
    account.id,
    account.suspended_at?.getTime() ?? 0,
    account.password_changed_at?.getTime() ?? 0,
    clock.now().getTime(),
  ];
  function openNote(cookie: string | undefined): Note | null {
    if (!cookie || cookie.length > longest) return null;
    try {
      return JSON.parse(sealer.open(Buffer.from(cookie, 'base64url'), context)) as Note;
    } catch {
      return null;
    }
  }

  return {
    async open({ code, ...credentials }, browser) {
      const account = await store.findAccount(db, await verifySuspended(credentials, browser));
      if (!account) throw new AppError('INVALID_CREDENTIALS');
      if (account.second_factor_since) {
        if (code === undefined) return null;
        // A stranger who knows the password must not use up the attempts of the owner's own device.
        const device = knownDevices.recognise(browser.deviceCookie, account.id);
        await requireCode(account.id, code, device ?? account.id);
      }
      if (account.leaving_at)
        throw new AppError('CONFLICT', {
          message: say`This account is being deleted already. Write to ${config.supportEmail} if you want to keep it`,
        });
      return sealer.seal(JSON.stringify(noteOf(account)), context).toString('base64url');
    },
    async authenticate({ cookies }) {
      const note = openNote(cookies[name]);
      if (!note || clock.now().getTime() - note[3] >= stepUpMs) return null;
      const account = await store.findAccount(db, note[0]);
      // Of another suspension, or from before the password changed: as good as none.
      if (!account?.suspended_at || account.leaving_at || account.erased_at) return null;
      const [, suspendedAt, passwordChangedAt] = noteOf(account);
      if (note[1] !== suspendedAt || note[2] !== passwordChangedAt) return null;
      return {
        accountId: account.id,
        // No session: nothing that asks for one may be called with this viewer.
        sessionId: account.id,
        role: 'user',
        permissions: [],
        ageVerified: account.age_verified_at !== null,
        profileId: account.profile_id,
        isCreator: account.is_creator,
      };
    },
    setNote: (reply, note) => void reply.setCookie(name, note, { ...rules, maxAge: stepUpMs / 1000 }),
    clearNote: (reply) => void reply.clearCookie(name, rules),
  };
}
