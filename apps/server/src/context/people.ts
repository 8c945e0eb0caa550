import { type AgeVerificationService, createAgeVerificationService } from '../modules/age-verification/service.ts';
import { createFilmBoardService, type FilmBoardService } from '../modules/film-board/service.ts';
import { createLocationsService, type LocationsService } from '../modules/locations/service.ts';
import { createProfilesService, type ProfilesService } from '../modules/profiles/service.ts';
import { createReferralsService, type ReferralsService } from '../modules/referrals/service.ts';
import { createSubscriptionsService, type SubscriptionsService } from '../modules/subscriptions/service.ts';
import type { Db } from '../platform/database.ts';
import type { Foundation } from './foundation.ts';
import type { Money } from './money.ts';
import type { UpwardPorts } from './upward-ports.ts';

/** Who members are, where they are, and the creators they subscribe to. */
export interface People {
  ageVerification: AgeVerificationService;
  profiles: ProfilesService;
  subscriptions: SubscriptionsService;
  referrals: ReferralsService;
  locations: LocationsService;
  filmBoard: FilmBoardService;
}

export function createPeople(earlier: Foundation & Money, ports: UpwardPorts): People {
  const { identity, credits, payouts, database } = earlier;
  const ageVerification = createAgeVerificationService({
    ...earlier,
    db: database.db,
    async markAgeVerified(tx, accountId, at) {
      await identity.markAgeVerified(tx, accountId, at);
      await ports.ageAccepted(tx, accountId, at);
    },
    async markAgeUnverified(tx, accountId) {
      await identity.markAgeVerified(tx, accountId, null);
      await ports.ageWithdrawn(tx, accountId);
    },
    markIdentityChecked: ports.identityChecked,
    isBanned: ports.isBanned,
  });
  const isFileUsed = async (on: Db, mediaId: string) =>
    (await ports.isFilePublished(on, mediaId)) ||
    (await ports.isFileSent(on, mediaId)) ||
    ports.isFileDelivered(on, mediaId);
  const profiles = createProfilesService({
    ...earlier,
    ageVerification,
    async earnedCents(profileIds) {
      const [kept, withdrawn] = await Promise.all([credits.earnedCents(profileIds), payouts.sumWithdrawn(profileIds)]);
      return new Map(profileIds.map((id) => [id, (kept.get(id) ?? 0n) + (withdrawn.get(id) ?? 0n)]));
    },
    async findBankChange(on, profileId) {
      const account = await payouts.accounts.find(profileId, on);
      // The first account is no change.
      return account?.held_until ? account.changed_at : null;
    },
    listBankChanges: payouts.listBankChanges,
    grantProfileBonus: async (accountId) => void (await credits.profileBonus(accountId)),
    completeProfile: ports.completeProfile,
    searchContent: ports.searchContent,
    hasCallWith: ports.hasCallWith,
    followedCreatorIds: ports.followedCreatorIds,
    onPeopleChanged: ports.peopleChanged,
    isFileUsed: async (on, mediaId) => (await isFileUsed(on, mediaId)) || filmBoard.isCertificate(on, mediaId),
    onPriceChange: ports.priceChanged,
    onCityChange: ports.cityChanged,
    onCreatorSaved: ports.creatorSaved,
    onSeen: ports.peopleSeen,
    autoDelete: { get: ports.findAutoDelete, set: ports.setAutoDelete },
  });
  const subscriptions = createSubscriptionsService({
    ...earlier,
    profiles,
    onSubscribed: ports.subscribed,
    countFromTier: ports.countFromTier,
  });
  const referrals = createReferralsService({ ...earlier, ageVerification, profiles });
  const locations = createLocationsService({
    ...earlier,
    profiles,
    personCards: ports.personCards,
    placesChanged: ports.peopleChanged,
  });
  const filmBoard: FilmBoardService = createFilmBoardService({
    ...earlier,
    profiles,
    isUsedElsewhere: async (on, mediaId) => (await isFileUsed(on, mediaId)) || profiles.isPhoto(on, mediaId),
    exemptionEnded: ports.exemptionEnded,
  });
  return { ageVerification, profiles, subscriptions, referrals, locations, filmBoard };
}
