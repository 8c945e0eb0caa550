import type { consentsOperations, LinkedConsent } from '@vlam/contract/consents';
import { adultAge } from '@vlam/contract/constants';
import type { BodyOf } from '@vlam/contract/operation';
import { ageOn, isCalendarDate, judgeIdNumber } from '@vlam/contract/rules/sa-id-number';
import { transact } from '../../platform/after-commit.ts';
import { johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { blindIndex } from '../../platform/keys.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { MediaService } from '../media/service.ts';
import { listFiles } from './files-store.ts';
import type { PeopleDependencies } from './people.ts';
import * as people from './people-store.ts';
import { findItem } from './store.ts';

export interface ConsentLinks {
  /** Throws `NOT_FOUND`, or `LINK_EXPIRED` after the last day without an answer. */
  openConsentLink(token: string): Promise<LinkedConsent>;
  /**
   * Throws as `openConsentLink`, `CONFLICT` for a second answer, `VALIDATION_FAILED`, `INVALID_ID_NUMBER` or
   * `UNDER_AGE` for a yes; a minor's is stored as a no, and the item waits for a moderator.
   */
  answerConsentLink(token: string, given: BodyOf<typeof consentsOperations.answerByLink>, ip: string): Promise<void>;
}

type LinkedFile = NonNullable<LinkedConsent['files']>[number];

const fieldError = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

export function createConsentLinks(
  deps: Omit<PeopleDependencies, 'media' | 'config'> & {
    config: Pick<Config, 'keys'>;
    media: Pick<MediaService, 'readCopy' | 'listByIds'>;
  },
): ConsentLinks {
  const { clock, profiles, media, records } = deps;
  const { db } = deps.database;
  const documentKey = deps.config.keys.lookup('consent documents');

  async function findRow(token: string): Promise<people.PersonRow> {
    const row = await people.findByToken(db, hashToken(token));
    if (!row) throw new AppError('NOT_FOUND');
    if (row.state === 'asked' && row.expires_at <= clock.now()) throw new AppError('LINK_EXPIRED');
    return row;
  }

  /** The item's files in order; null unless all of them can be shown, since no one agrees to what they cannot see. */
  async function readFiles(contentId: string): Promise<LinkedFile[] | null> {
    const held = (await listFiles(db, [contentId])).get(contentId) ?? [];
    const found = await media.listByIds(
      db,
      held.map(({ mediaId }) => mediaId),
    );
    const files: LinkedFile[] = [];
    for (const { mediaId: id } of held) {
      const file = found.get(id);
      if (file?.state !== 'ready') return null;
      const copy = file.kind === 'audio' ? null : await media.readCopy(id);
      if (!copy && file.kind === 'image') return null;
      const picture = copy && `data:image/webp;base64,${copy.toString('base64')}`;
      files.push({ id, mediaType: file.kind, picture });
    }
    return files;
  }

  /** Whether a yes gives the birth date of a minor. */
  function isMinor({ answer, birthDate }: BodyOf<typeof consentsOperations.answerByLink>): boolean {
    const today = johannesburgDay(clock.now());
    if (answer !== 'yes' || !birthDate || !isCalendarDate(birthDate) || birthDate > today) return false;
    return ageOn(birthDate, today) < adultAge;
  }

  /** The document's columns, for an adult. */
  function readDocument(given: BodyOf<typeof consentsOperations.answerByLink>) {
    const { name, birthDate, documentType, documentNumber } = given;
    if (name === '') throw fieldError('name', 'Type your full name');
    const today = johannesburgDay(clock.now());
    if (!birthDate || !isCalendarDate(birthDate) || birthDate > today)
      throw fieldError('birthDate', 'Enter your date of birth');
    if (!documentType) throw fieldError('documentType', 'Choose a document');
    const number = documentNumber.replace(/\s/g, '').toUpperCase();
    if (documentType === 'passport') {
      if (!/^[0-9A-Z]{5,20}$/.test(number)) throw fieldError('documentNumber', 'Enter the number of your passport');
    } else if (judgeIdNumber({ idNumber: number, birthDate, today }) !== 'adult')
      throw new AppError('INVALID_ID_NUMBER');
    return {
      birthDate,
      columns: { id_type: documentType, id_index: blindIndex(documentKey, `${documentType} ${number}`) },
    };
  }

  return {
    async openConsentLink(token) {
      const row = await findRow(token);
      const item = await findItem(db, row.content_id);
      const creator = item && (await profiles.cards.find(item.profile_id));
      if (!item || !creator) throw new AppError('NOT_FOUND');
      const isShown = item.state !== 'removed' && (row.state === 'asked' || row.state === 'yes');
      const files = (isShown && (await readFiles(item.id))) || [];
      const [cover] = files;
      const pictures = files.flatMap(({ id, mediaType, picture }) =>
        mediaType === 'image' && picture ? [{ id, picture }] : [],
      );
      return {
        state: row.state as LinkedConsent['state'],
        name: deps.names.nameOf(row),
        title: item.title,
        description: item.description,
        isPremium: item.is_premium,
        mediaId: cover?.id ?? null,
        picture: cover?.picture ?? null,
        ...(pictures.length > 1 && pictures.length === files.length ? { pictures } : {}),
        files,
        creatorName: creator.displayName,
        expiresAt: row.expires_at.toISOString(),
      };
    },

    async answerConsentLink(token, given, ip) {
      const { id, content_id: contentId } = await findRow(token);
      const { answer, wording, mediaId, mediaIds } = given;
      if (answer === 'revoke') return transact(db, async (tx) => records.revoke(tx, await records.lock(tx, id), id));
      if (isMinor(given)) {
        await transact(db, async (tx) => {
          const locked = await records.lock(tx, id);
          const item = records.requireAsked(locked);
          const sealed = { legalName: given.name, birthDate: given.birthDate ?? null, ip };
          await records.recordMinor(tx, { ...locked, item }, sealed);
        });
        throw new AppError('UNDER_AGE');
      }
      const document = answer === 'yes' ? readDocument(given) : null;
      await transact(db, async (tx) => {
        const locked = await records.lock(tx, id);
        const item = records.requireAsked(locked);
        const sealed = { legalName: given.name, birthDate: document?.birthDate ?? null, ip };
        await records.record(
          tx,
          { ...locked, item },
          { answer, seen: mediaIds ?? (mediaId ? [mediaId] : []), wording, sealed, ...document?.columns },
        );
      });
      if (answer === 'yes') await deps.publishDue(contentId);
    },
  };
}
