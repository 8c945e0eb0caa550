import { type ConsentView, consentWordingFor, type DepictedPerson, maxDepicted } from '@vlam/contract/consents';
import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { ConsentRecords } from './consent-records.ts';
import { consentNotice, lastDayToAnswer } from './consent-requests.ts';
import { listFileIds, listFiles } from './files-store.ts';
import type { LinkedNames } from './linked-names.ts';
import * as people from './people-store.ts';
import { isArchived } from './policy.ts';
import type { Publishing } from './publish.ts';
import { findItem, type ItemRow, listItems, lockItem, updateItem } from './store.ts';
import { toContentFile } from './view.ts';

export interface People {
  /** Everyone asked about an item; the caller has checked who may know. */
  describePeople(contentId: string): Promise<DepictedPerson[]>;
  /** Everyone asked about the viewer's own item. Throws `NOT_FOUND`. */
  listPeople(viewer: Viewer, contentId: string): Promise<DepictedPerson[]>;
  /**
   * Asks a member, or creates a private link. Throws `NOT_FOUND` for another's item or an invisible member, `CONFLICT`
   * unless the item is a draft, and for a member who has answered.
   */
  askConsent(
    viewer: Viewer,
    contentId: string,
    person: { profileId?: string | undefined; name: string },
  ): Promise<{ person: DepictedPerson; link: string | null }>;
  /** Withdraws a request about the viewer's own item. Throws `NOT_FOUND`, or `CONFLICT` for an answered one. */
  withdrawConsentRequest(viewer: Viewer, personId: string): Promise<void>;
  listConsents(viewer: Viewer): Promise<ConsentView[]>;
  /**
   * Throws `NOT_FOUND` for another's, `CONFLICT` for an answered one or a yes to another file, `LINK_EXPIRED` after its
   * last day.
   */
  answerConsent(
    viewer: Viewer,
    personId: string,
    given: {
      answer: 'yes' | 'no';
      signature: string;
      wording?: number | undefined;
      mediaId?: string | undefined;
      mediaIds?: readonly string[] | undefined;
    },
    ip: string,
  ): Promise<void>;
  /** Removes the item for everyone and blocks its file. Throws `NOT_FOUND`, or `CONFLICT` without a yes. */
  revokeConsent(viewer: Viewer, personId: string): Promise<void>;
}

export interface PeopleDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  names: LinkedNames;
  profiles: Pick<ProfilesService, 'cards' | 'get' | 'findAccountId'>;
  media: Pick<MediaService, 'listByIds' | 'addressesFor' | 'isUnsettled'>;
  notify: Notify;
  records: ConsentRecords;
  publishDue: Publishing['publishDue'];
}

const listed = 100;
const conflict = (message: string) => new AppError('CONFLICT', { message });

export function createPeople(deps: PeopleDependencies): People {
  const { clock, profiles, media, names, records } = deps;
  const { db } = deps.database;

  async function toViews(rows: readonly people.PersonRow[]): Promise<DepictedPerson[]> {
    const cards = await profiles.cards.list(rows.flatMap((row) => row.profile_id ?? []));
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return rows.map((row) => ({
      id: row.id,
      profileId: row.profile_id,
      name: names.nameOf(row),
      avatar: cardOf.get(row.profile_id ?? '')?.avatar ?? null,
      state: row.state as DepictedPerson['state'],
      askedAt: row.asked_at.toISOString(),
      answeredAt: (row.revoked_at ?? row.answered_at)?.toISOString() ?? null,
      expiresAt: row.expires_at.toISOString(),
    }));
  }

  const requireOwn = (viewer: Viewer, item: ItemRow | undefined): ItemRow => {
    if (!item || item.state === 'removed' || item.profile_id !== viewer.profileId) throw new AppError('NOT_FOUND');
    return item;
  };

  /** The account and the name of the person to ask. */
  async function findPerson(viewer: Viewer, given: { profileId?: string | undefined; name: string }) {
    if (!given.profileId) return { accountId: null, profileId: null, name: given.name };
    if (given.profileId === viewer.profileId) throw conflict('You are asked by publishing it');
    await profiles.get(viewer, given.profileId);
    const [accountId, card] = [
      await profiles.findAccountId(db, given.profileId),
      await profiles.cards.find(given.profileId),
    ];
    if (!accountId || !card) throw new AppError('NOT_FOUND');
    return { accountId, profileId: given.profileId, name: card.displayName };
  }

  const describePeople = async (contentId: string) => toViews(await people.listByContent(db, contentId));

  return {
    describePeople,

    async listPeople(viewer, contentId) {
      requireOwn(viewer, await findItem(db, contentId));
      return describePeople(contentId);
    },

    async askConsent(viewer, contentId, given) {
      requireOwn(viewer, await findItem(db, contentId));
      const { accountId, profileId, name } = await findPerson(viewer, given);
      const token = accountId ? null : newToken();
      const now = clock.now();
      const row = await transact(db, async (tx) => {
        const item = requireOwn(viewer, await lockItem(tx, contentId));
        if (item.state !== 'draft' || isArchived(item)) throw conflict('Only for a draft people are asked');
        if ((await people.listByContent(tx, contentId)).length >= maxDepicted)
          throw conflict(`At most ${maxDepicted} people`);
        if (await media.isUnsettled(tx, await listFileIds(tx, contentId)))
          throw conflict('Its file is still on its way. Ask them when it is here');
        const asked = await people.insertPerson(tx, {
          id: newId(now.getTime()),
          content_id: contentId,
          account_id: accountId,
          profile_id: profileId,
          token_hash: token === null ? null : hashToken(token),
          ...(accountId ? { name } : names.columnsOf(contentId, name)),
          state: 'asked',
          // A yes stores its own.
          wording: consentWordingFor([]).number,
          asked_at: now,
          expires_at: lastDayToAnswer(clock),
        });
        if (!asked) throw conflict(`${name} has answered already`);
        if ((item.depicts ?? 'me') === 'me') await updateItem(tx, item.id, { depicts: 'me_and_others' });
        if (accountId) await deps.notify(tx, consentNotice(item, accountId, item.media_id));
        return asked;
      });
      const [person] = await toViews([row]);
      if (!person) throw new AppError('NOT_FOUND');
      return { person, link: token && `${deps.config.publicUrl}/consent/${token}` };
    },

    async withdrawConsentRequest(viewer, personId) {
      const contentId = await transact(db, async (tx) => {
        const { row, item } = await records.lock(tx, personId);
        requireOwn(viewer, item);
        // A person who agreed to an earlier file stays part of the item.
        if (row.state !== 'asked' || row.follows) throw conflict(`${names.nameOf(row)} has answered already`);
        await people.deletePerson(tx, row.id);
        return row.content_id;
      });
      // A scheduled item may have waited only for this person.
      await deps.publishDue(contentId);
    },

    async listConsents(viewer) {
      const rows = await people.listByAccount(db, viewer.accountId, listed);
      const items = await listItems(
        db,
        rows.map((row) => row.content_id),
      );
      const shownItems = [...items.values()];
      const held = await listFiles(db, [...items.keys()]);
      const [files, cards] = await Promise.all([
        media.listByIds(
          db,
          [...held.values()].flat().map(({ mediaId }) => mediaId),
        ),
        profiles.cards.list([...new Set(shownItems.map((item) => item.profile_id))]),
      ]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      return rows.flatMap((row) => {
        const item = items.get(row.content_id);
        const creator = item && cardOf.get(item.profile_id);
        if (!item || !creator) return [];
        const isOpen = row.state === 'yes' || (row.state === 'asked' && row.expires_at > clock.now());
        const all = (held.get(item.id) ?? []).flatMap(({ mediaId }) => files.get(mediaId) ?? []);
        const file = isOpen && item.state !== 'removed' ? all[0] : undefined;
        const shown = file ? media.addressesFor(viewer, file, { premium: true }) : null;
        const set = all.map((each) => toContentFile(each, media.addressesFor(viewer, each, { premium: true })));
        return {
          id: row.id,
          state: row.state as ConsentView['state'],
          contentId: item.id,
          title: item.title,
          description: item.description,
          isPremium: item.is_premium,
          wording: row.state === 'yes' ? row.wording : null,
          mediaId: shown && item.media_id,
          mediaType: item.media_type as ConsentView['mediaType'],
          mediaUrl: shown?.url ?? null,
          sources: shown?.sources ?? [],
          width: file?.width ?? null,
          height: file?.height ?? null,
          ...(shown && set.length > 1 ? { files: set } : {}),
          creator: { id: creator.id, displayName: creator.displayName, avatar: creator.avatar },
          askedAt: row.asked_at.toISOString(),
          answeredAt: (row.revoked_at ?? row.answered_at)?.toISOString() ?? null,
          expiresAt: row.expires_at.toISOString(),
        };
      });
    },

    async answerConsent(viewer, personId, { answer, signature, wording, mediaId, mediaIds }, ip) {
      const contentId = await transact(db, async (tx) => {
        const locked = await records.lock(tx, personId);
        if (locked.row.account_id !== viewer.accountId) throw new AppError('NOT_FOUND');
        const item = records.requireAsked(locked);
        if (answer === 'yes' && signature === '')
          throw new AppError('VALIDATION_FAILED', { details: { fields: { signature: 'Type your full name' } } });
        const sealed = { legalName: signature, birthDate: null, ip };
        const seen = mediaIds ?? (mediaId ? [mediaId] : []);
        await records.record(tx, { ...locked, item }, { answer, seen, wording, sealed });
        return item.id;
      });
      // A scheduled item may have waited for this yes.
      if (answer === 'yes') await deps.publishDue(contentId);
    },

    async revokeConsent(viewer, personId) {
      await transact(db, async (tx) => {
        const locked = await records.lock(tx, personId);
        if (locked.row.account_id !== viewer.accountId) throw new AppError('NOT_FOUND');
        await records.revoke(tx, locked, viewer.accountId);
      });
    },
  };
}
