import type { Role } from '@vlam/contract/identity';
import { cityPlaces, provinceOf } from '@vlam/contract/rules/places';
import { cellAt, cityOfCell } from '../src/modules/discovery/cells.ts';
import { proofCookieName } from '../src/modules/identity/service.ts';
import { newId, newToken } from '../src/platform/ids.ts';
import { hashToken, sessionCookieName } from '../src/platform/session-cookie.ts';
import type { TestApp } from './app.ts';

// Factories insert minimal rows; each test sets the fields it is about.

export interface AccountOptions {
  email?: string;
  firstName?: string;
  lastName?: string;
  role?: Role;
  /** False: the age is not verified yet. */
  verified?: boolean;
  /** False: a member of staff without the second factor they need. */
  secondFactor?: boolean;
}

export interface TestAccount {
  accountId: string;
  email: string;
  sessionId: string;
  sessionToken: string;
  /** Cookie header of the session: pass the whole account to `app.client()`. */
  cookie: string;
}

/** An adult who is signed in. */
export async function anAccount(
  app: Pick<TestApp, 'db' | 'clock' | 'config'>,
  options: AccountOptions = {},
): Promise<TestAccount> {
  const { db, clock } = app;
  const now = clock.now();
  const accountId = newId();
  const email = options.email ?? `${accountId}@people.test`;
  const isStaff = options.role === 'moderator' || options.role === 'admin';
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      email,
      email_verified_at: now,
      first_name: options.firstName ?? 'Thandi',
      last_name: options.lastName ?? 'Nkosi',
      role: options.role ?? 'user',
      age_verified_at: options.verified === false ? null : now,
      second_factor_since: isStaff && options.secondFactor !== false ? now : null,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('account_consents')
    .values({ account_id: accountId, kind: 'terms', wording: 1, given_at: now })
    .execute();
  return { accountId, email, ...(await aSession(app, accountId)) };
}

/** The account's yes to what it says of its member's sex life. */
export async function agreeToSpecial({ db, clock }: Pick<TestApp, 'db' | 'clock'>, accountId: string): Promise<void> {
  await db
    .insertInto('account_consents')
    .values({ account_id: accountId, kind: 'special', wording: 1, given_at: clock.now() })
    .execute();
}

/** A further session of an account, whose person is proven for as long as it lasts. */
export async function aSession(
  { db, clock, config }: Pick<TestApp, 'db' | 'clock' | 'config'>,
  accountId: string,
  { proven = true }: { proven?: boolean } = {},
): Promise<Pick<TestAccount, 'sessionId' | 'sessionToken' | 'cookie'>> {
  const sessionId = newId();
  const sessionToken = newToken();
  const now = clock.now();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      token_hash: hashToken(sessionToken),
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute();
  const proof = newToken();
  if (proven)
    await db
      .insertInto('session_proofs')
      .values({
        session_id: sessionId,
        token_hash: hashToken(proof),
        proven_until: new Date(now.getTime() + 30 * 86_400_000),
      })
      .execute();
  const cookie = `${sessionCookieName(config)}=${sessionToken}; ${proofCookieName(config)}=${proof}`;
  return { sessionId, sessionToken, cookie };
}

export interface ProfileOptions extends AccountOptions {
  displayName?: string;
  bio?: string;
  age?: number;
  city?: string;
  /** Staff checked their identity document. */
  identityChecked?: boolean;
}

export interface TestProfile extends TestAccount {
  profileId: string;
  displayName: string;
}

let made = 0;

/** A member with a profile, signed in. */
export async function aProfile(
  app: Pick<TestApp, 'db' | 'clock' | 'config'>,
  options: ProfileOptions = {},
): Promise<TestProfile> {
  return insertProfile(app, options, null);
}

export interface CreatorOptions extends ProfileOptions {
  category?: string;
  priceCents?: number;
  /** False: their uploads wait for review. */
  trusted?: boolean;
}

/** A creator others can subscribe to, signed in. */
export async function aCreator(
  app: Pick<TestApp, 'db' | 'clock' | 'config'>,
  options: CreatorOptions = {},
): Promise<TestProfile> {
  return insertProfile(app, { role: 'creator', ...options }, options);
}

async function insertProfile(
  app: Pick<TestApp, 'db' | 'clock' | 'config'>,
  options: ProfileOptions,
  creator: CreatorOptions | null,
): Promise<TestProfile> {
  const account = await anAccount(app, options);
  const now = app.clock.now();
  const profileId = newId();
  made += 1;
  const displayName = options.displayName ?? `${creator ? 'Creator' : 'Member'} ${made}`;
  await app.db
    .insertInto('profiles')
    .values({
      id: profileId,
      account_id: account.accountId,
      display_name: displayName,
      bio: options.bio ?? '',
      stated_age: options.age ?? 28,
      city: options.city ?? 'Cape Town',
      province: provinceOf(options.city ?? 'Cape Town'),
      created_at: now,
      last_seen_at: now,
      awaiting_age_check: options.verified === false,
      identity_checked_at: options.identityChecked ? now : null,
      ...(creator
        ? {
            category: creator.category ?? 'Art & Adult',
            subscription_price_cents: creator.priceCents ?? 9_900,
            creator_verified_at: creator.trusted === false ? null : now,
          }
        : {}),
    })
    .execute();
  await app.db
    .updateTable('accounts')
    .set({ profile_id: profileId, is_creator: creator !== null })
    .where('id', '=', account.accountId)
    .execute();
  return { ...account, profileId, displayName };
}

export interface PictureOptions {
  creator: Pick<TestProfile, 'accountId' | 'profileId'>;
  /** Price in credits. */
  price?: number;
  title?: string;
}

/** A published picture that only subscribers and buyers may see. Its file exists as a row, not on disk. */
export async function aPaidPicture(
  app: Pick<TestApp, 'db' | 'clock'>,
  options: PictureOptions,
): Promise<{ contentId: string; mediaId: string }> {
  return insertPicture(app, options, options.price ?? 15);
}

/** A published picture that every adult may see. */
export async function aFreePicture(
  app: Pick<TestApp, 'db' | 'clock'>,
  options: Omit<PictureOptions, 'price'>,
): Promise<{ contentId: string; mediaId: string }> {
  return insertPicture(app, options, null);
}

async function insertPicture(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { creator, title = 'Evening light' }: PictureOptions,
  price: number | null,
): Promise<{ contentId: string; mediaId: string }> {
  const now = clock.now();
  const mediaId = newId();
  const contentId = newId();
  await db
    .insertInto('media')
    .values({
      id: mediaId,
      owner_id: creator.accountId,
      kind: 'image',
      state: 'ready',
      byte_size: 1_000n,
      width: 1200,
      height: 900,
      tints: ['#7a3b2e', '#2e4a7a'],
      widths: [480, 1080],
      storage_key: newToken(),
      created_at: now,
      ready_at: now,
    })
    .execute();
  await db
    .insertInto('content_items')
    .values({
      id: contentId,
      profile_id: creator.profileId,
      title,
      media_type: 'image',
      media_id: mediaId,
      is_premium: price !== null,
      price_credits: price ?? 0,
      classification: '16',
      state: 'published',
      created_at: now,
      published_at: now,
    })
    .execute();
  return { contentId, mediaId };
}

/** A published video that every adult may see; its files are missing. */
export async function aFreeVideo(
  app: Pick<TestApp, 'db' | 'clock'>,
  options: Omit<PictureOptions, 'price'>,
): Promise<{ contentId: string; mediaId: string }> {
  const { db } = app;
  const made = await insertPicture(app, options, null);
  const { contentId, mediaId } = made;
  await db
    .updateTable('media')
    .set({ kind: 'video', is_stream: true, duration_ms: 9_000 })
    .where('id', '=', mediaId)
    .execute();
  await db
    .updateTable('content_items')
    .set({ media_type: 'video', duration_ms: 9_000 })
    .where('id', '=', contentId)
    .execute();
  await db.insertInto('media_streams').values({ media_id: mediaId, progress: 100 }).execute();
  const index = { byte_size: 900n, init_size: 100, segment_sizes: [400, 400], segment_ms: [4_000, 5_000] };
  await db
    .insertInto('media_stream_tracks')
    .values({
      media_id: mediaId,
      name: '240p',
      codec: 'avc1.4d401e',
      width: 426,
      height: 240,
      frame_rate: 30,
      ...index,
    })
    .execute();
  return made;
}

/** One member blocks another. */
export async function aBlock(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { blocker, blocked }: Record<'blocker' | 'blocked', Pick<TestProfile, 'profileId'>>,
): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ blocker_id: blocker.profileId, blocked_id: blocked.profileId, created_at: clock.now() })
    .execute();
}

/** A subscription that is paid for the next 30 days. */
export async function aSubscription(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { subscriber, creator }: Record<'subscriber' | 'creator', Pick<TestProfile, 'profileId'>>,
): Promise<{ subscriptionId: string }> {
  const now = clock.now();
  const subscriptionId = newId();
  await db
    .insertInto('subscriptions')
    .values({
      id: subscriptionId,
      subscriber_id: subscriber.profileId,
      creator_id: creator.profileId,
      price_cents: 9_900,
      started_at: now,
      paid_until: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute();
  return { subscriptionId };
}

/** Credits that were bought, or promotional ones. */
export async function giveCredits(
  { context }: Pick<TestApp, 'context'>,
  accountId: string,
  amount: number,
  kind: 'bought' | 'promotional' = 'bought',
): Promise<void> {
  const account = kind === 'bought' ? 'wallet' : 'wallet_promotional';
  await context.credits.openDemoBalances([{ ownerId: accountId, kind: account, credits: amount }]);
}

/** A profile's place, already visible to others. */
export async function aPlace(
  { db, clock, context }: Pick<TestApp, 'db' | 'clock' | 'context'>,
  { profileId }: Pick<TestProfile, 'profileId'>,
  at: { latitude: number; longitude: number },
): Promise<bigint> {
  const cell = cellAt(at.latitude, at.longitude);
  const city = cityOfCell(cell);
  const { province } = cityPlaces[city];
  const place = { cell, city, province, source: 'device', changed_at: clock.now(), shows_at: null };
  const shown = { shown_cell: cell, shown_city: city, shown_province: province };
  await db
    .insertInto('discovery_places')
    .values({ profile_id: profileId, day: '2000-01-01', changes: 0, ...place, ...shown })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ ...place, ...shown }))
    .execute();
  await db.updateTable('profiles').set({ place_province: province, province }).where('id', '=', profileId).execute();
  await db.transaction().execute((tx) => context.discovery.refresh(tx, [profileId]));
  return cell;
}
