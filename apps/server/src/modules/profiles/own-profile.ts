import type { createProfileBody, OwnProfile, updateProfileBody } from '@vlam/contract/profiles';
import { provinceOf } from '@vlam/contract/rules/places';
import { id } from '@vlam/contract/schemas';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, jobKind } from '../../platform/jobs.ts';
import { requirePersonName } from '../../platform/names/person-name.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { type CreatorTerms, creatorTerms, isComplete, requireProvenAge } from './policy.ts';
import * as store from './store.ts';
import { isCreatorRow, toOwnProfile } from './view.ts';

/** A saved profile, as who referred it is told. */
export interface SavedCreator {
  accountId: string;
  profileId: string;
  /** It publishes, and its age is proven. */
  isVerifiedCreator: boolean;
  /** The creator whose link a member used who is no creator yet. */
  referrer: { accountId: string; profileId: string } | null;
}

export interface OwnProfileActions {
  /** Creates or completes the viewer's profile. Throws `FORBIDDEN` for another account's `userId`, `VALIDATION_FAILED`. */
  save(viewer: Viewer, body: z.output<typeof createProfileBody>): Promise<OwnProfile>;
  /** Throws `NOT_FOUND` without a profile. */
  getOwn(viewer: Viewer): Promise<OwnProfile>;
  update(viewer: Viewer, body: z.output<typeof updateProfileBody>): Promise<OwnProfile>;
  /** Shows the profile to others and verifies a creator; called in the transaction that stores the proof of age. */
  confirmAdult(db: Db, accountId: string, at: Date): Promise<void>;
  /** Hides the profile from others after a proof of age was withdrawn. */
  withdrawAdult(db: Db, accountId: string): Promise<void>;
  /** Records that staff checked the identity document, or takes that back (null). */
  setIdentityChecked(db: Db, accountId: string, at: Date | null): Promise<void>;
  /** Schedules the bonus for a profile that was complete before the address was confirmed. */
  onAddressConfirmed(db: Db, accountId: string): Promise<void>;
  /** Deletes relationship status and what the member looks for; returns their profile's id. */
  forgetSpecial(db: Db, accountId: string): Promise<string | null>;
  /** Deletes the orientation, and hides the field again. */
  forgetOrientation(db: Db, accountId: string): Promise<void>;
}

/**
 * Grants the bonus for a profile that was complete before the age proof or confirmed address. Retried for a day, until
 * the bonus budget of the network address has room.
 */
export const profileBonusKind = jobKind<{ accountId: string }>('profiles.bonus', { maxAttempts: 12 });

/** An orientation that is not kept is hidden, so that it comes hidden; undefined changes nothing. */
function hiddenFields(
  before: Pick<store.ProfileRow, 'orientation' | 'hidden_fields'>,
  { orientation, hidden }: Pick<z.output<typeof updateProfileBody>, 'orientation' | 'hidden'>,
): string[] | undefined {
  const kept = orientation === undefined ? before.orientation : orientation;
  if (kept !== null) return hidden && [...new Set(hidden)];
  return [...new Set([...(hidden ?? before.hidden_fields), 'orientation'])];
}

const noTerms: CreatorTerms = { category: null, subscription_price_cents: null };

export function createOwnProfile(deps: {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  identity: Pick<IdentityService, 'linkProfile' | 'getAccount'>;
  ageVerification: Pick<AgeVerificationService, 'findAge' | 'findDocumentCheck'>;
  compliance: Pick<ComplianceService, 'accountConsents'>;
  grantProfileBonus(accountId: string): Promise<void>;
  onCityChange(db: Db, profileId: string, before: string, after: string): Promise<void>;
  onPriceChange(db: Db, profileId: string, priceCents: number | null): Promise<void>;
  onPeopleChanged(db: Db, profileIds: readonly string[]): Promise<void>;
  findVisibleEarnings(viewerId: string | null, row: store.ProfileRow): Promise<bigint | null>;
  hashAddress(db: Db, accountId: string): Promise<void>;
  /** The profile a handle leads to. */
  findByHandle(written: string): Promise<string>;
  onCreatorSaved(db: Db, saved: SavedCreator): Promise<void>;
}): OwnProfileActions {
  const { clock, identity, ageVerification, findVisibleEarnings } = deps;
  const { db } = deps.database;

  async function presentOwn(row: store.ProfileRow): Promise<OwnProfile> {
    const [age, earnedCents] = await Promise.all([
      ageVerification.findAge(db, row.account_id),
      findVisibleEarnings(row.id, row),
    ]);
    return toOwnProfile(row, { age, earnedCents });
  }

  /** Creators publish without review once their account has proved its age; see docs/decisions. */
  const creatorVerifiedAt = (
    before: store.ProfileRow | undefined,
    viewer: Viewer,
    terms: { category: string | null },
  ) => {
    if (terms.category === null) return null;
    if (before?.category) return before.creator_verified_at;
    return viewer.ageVerified ? clock.now() : null;
  };

  async function confirmAdult(tx: Db, accountId: string, at: Date): Promise<store.ProfileRow | undefined> {
    return store.setAdult(tx, accountId, { at, age: await ageVerification.findAge(tx, accountId) });
  }

  async function notifyPriceChange(tx: Db, before: store.ProfileRow, terms: CreatorTerms): Promise<void> {
    const { subscription_price_cents: price } = terms;
    if (price !== before.subscription_price_cents) await deps.onPriceChange(tx, before.id, price);
  }

  /** Fields about a member's sex life are stored with a consent to that alone (POPIA s27). Throws `CONSENT_REQUIRED`. */
  async function requireConsent(
    tx: Db,
    { accountId }: Viewer,
    body: Pick<z.output<typeof updateProfileBody>, 'relationshipStatus' | 'lookingFor' | 'orientation'>,
  ): Promise<void> {
    if (body.relationshipStatus || (body.lookingFor?.length ?? 0) > 0)
      await deps.compliance.accountConsents.requireSpecial(tx, accountId);
    if (body.orientation) await deps.compliance.accountConsents.requireOrientation(tx, accountId);
  }

  /** Whose link the member used; null where that is no creator with a proven age. */
  async function findReferrer(written: string | undefined): Promise<SavedCreator['referrer']> {
    if (written === undefined) return null;
    const row = await store.findReferrer(
      db,
      z.safeParse(id, written).success ? written : await deps.findByHandle(written),
    );
    return row ? { accountId: row.account_id, profileId: row.id } : null;
  }

  const noteSaved = (tx: Db, row: store.ProfileRow, referrer: SavedCreator['referrer'] = null): Promise<void> =>
    deps.onCreatorSaved(tx, {
      ...{ accountId: row.account_id, profileId: row.id, referrer },
      isVerifiedCreator: isCreatorRow(row) && row.creator_verified_at !== null,
    });

  async function afterSave(row: store.ProfileRow): Promise<OwnProfile> {
    // The profile is already saved: a failed bonus is retried by a job and must not fail the request.
    if (isComplete(row) && !row.awaiting_age_check)
      await deps
        .grantProfileBonus(row.account_id)
        .catch(() => deps.jobs.enqueue(db, profileBonusKind, { accountId: row.account_id }));
    return presentOwn(row);
  }

  return {
    async save(viewer, body) {
      if (body.userId !== undefined && body.userId !== viewer.accountId) throw new AppError('FORBIDDEN');
      const displayName = requirePersonName('displayName', body.displayName);
      requireProvenAge(body.age, await ageVerification.findAge(db, viewer.accountId));
      const referrer = await findReferrer(body.referredBy);
      const row = await db.transaction().execute(async (tx) => {
        await requireConsent(tx, viewer, body);
        let wasCreator = false;
        const write = async (before: store.ProfileRow | undefined): Promise<store.ProfileRow | null> => {
          const terms = creatorTerms(before ?? noTerms, body);
          const fields = {
            display_name: displayName,
            bio: body.bio,
            stated_age: body.age,
            city: body.location,
            ...(body.relationshipStatus === undefined ? {} : { relationship_status: body.relationshipStatus }),
            ...(body.lookingFor === undefined ? {} : { looking_for: body.lookingFor }),
            ...terms,
            creator_verified_at: creatorVerifiedAt(before, viewer, terms),
          };
          if (before) {
            wasCreator = before.category !== null;
            await deps.onCityChange(tx, before.id, before.city, body.location);
            await notifyPriceChange(tx, before, terms);
            return store.updateProfile(tx, before.id, fields);
          }
          const now = clock.now();
          const made = await store.insertProfile(tx, {
            ...fields,
            province: provinceOf(body.location),
            id: newId(now.getTime()),
            account_id: viewer.accountId,
            awaiting_age_check: !viewer.ageVerified,
            identity_checked_at: await ageVerification.findDocumentCheck(tx, viewer.accountId),
            last_seen_at: now,
            created_at: now,
          });
          return made ? ((await store.findByAccount(tx, viewer.accountId)) ?? null) : null;
        };
        // Of two concurrent first calls, the loser finds the winner's row and completes it.
        const saved =
          (await write(await store.lockByAccount(tx, viewer.accountId))) ??
          (await write(await store.lockByAccount(tx, viewer.accountId)));
        if (!saved) throw new AppError('CONFLICT');
        await identity.linkProfile(tx, viewer.accountId, saved.id, isCreatorRow(saved));
        // Linking waits for a concurrent proof of age on this account, so the later transaction sees the earlier one.
        const { ageVerifiedAt } = await identity.getAccount(tx, viewer.accountId);
        const row =
          !ageVerifiedAt || !saved.awaiting_age_check
            ? saved
            : ((await confirmAdult(tx, viewer.accountId, ageVerifiedAt)) ?? saved);
        await deps.hashAddress(tx, viewer.accountId);
        await deps.onPeopleChanged(tx, [row.id]);
        await noteSaved(tx, row, wasCreator ? null : referrer);
        return row;
      });
      return afterSave(row);
    },

    async confirmAdult(tx, accountId, at) {
      const row = await confirmAdult(tx, accountId, at);
      if (row) {
        await deps.onPeopleChanged(tx, [row.id]);
        await noteSaved(tx, row);
      }
      if (row && isComplete(row)) await deps.jobs.enqueue(tx, profileBonusKind, { accountId });
    },
    async withdrawAdult(tx, accountId) {
      const id = await store.setAwaitingAgeCheck(tx, accountId);
      if (id) await deps.onPeopleChanged(tx, [id]);
    },
    async setIdentityChecked(tx, accountId, at) {
      const id = await store.setIdentityChecked(tx, accountId, at);
      if (id) await deps.onPeopleChanged(tx, [id]);
    },

    async onAddressConfirmed(tx, accountId) {
      const row = await store.findByAccount(tx, accountId);
      if (row && isComplete(row) && !row.awaiting_age_check)
        await deps.jobs.enqueue(tx, profileBonusKind, { accountId });
    },

    async forgetSpecial(tx, accountId) {
      const before = await store.lockByAccount(tx, accountId);
      if (!before) return null;
      const forgotten = { relationship_status: null, looking_for: [] };
      await store.updateProfile(tx, before.id, forgotten);
      await deps.onPeopleChanged(tx, [before.id]);
      return before.id;
    },

    async forgetOrientation(tx, accountId) {
      const before = await store.lockByAccount(tx, accountId);
      if (!before) return;
      const hidden = [...new Set([...before.hidden_fields, 'orientation'])];
      await store.updateProfile(tx, before.id, { orientation: null, hidden_fields: hidden });
      await deps.onPeopleChanged(tx, [before.id]);
    },

    async getOwn(viewer) {
      const row = await store.findByAccount(db, viewer.accountId);
      if (!row) throw new AppError('NOT_FOUND');
      return presentOwn(row);
    },

    async update(viewer, body) {
      const displayName =
        body.displayName === undefined ? undefined : requirePersonName('displayName', body.displayName);
      const row = await db.transaction().execute(async (tx) => {
        await requireConsent(tx, viewer, body);
        const before = await store.lockByAccount(tx, viewer.accountId);
        if (!before) throw new AppError('NOT_FOUND');
        const terms = creatorTerms(before, body, before.bio);
        if (body.location !== undefined) await deps.onCityChange(tx, before.id, before.city, body.location);
        await notifyPriceChange(tx, before, terms);
        const saved = await store.updateProfile(tx, before.id, {
          display_name: displayName,
          bio: body.bio,
          city: body.location,
          relationship_status: body.relationshipStatus,
          looking_for: body.lookingFor,
          show_earnings: body.showEarnings,
          pronouns: body.pronouns,
          orientation: body.orientation,
          prompts: body.prompts && JSON.stringify(body.prompts),
          hidden_fields: hiddenFields(before, body),
          ...terms,
          creator_verified_at: creatorVerifiedAt(before, viewer, terms),
        });
        if (isCreatorRow(saved) !== isCreatorRow(before))
          await identity.linkProfile(tx, viewer.accountId, saved.id, isCreatorRow(saved));
        await deps.onPeopleChanged(tx, [saved.id]);
        await noteSaved(tx, saved);
        return saved;
      });
      return afterSave(row);
    },
  };
}
