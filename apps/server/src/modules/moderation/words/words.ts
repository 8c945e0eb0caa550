import type { ListedPhrase, moderationWordsOperations, PhraseMatch } from '@vlam/contract/moderation-words';
import type { BodyOf } from '@vlam/contract/operation';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { findPhrases, maxPhraseWords, toPhrase, type WordEffect, type WordLanguage } from '@vlam/contract/rules/words';
import * as z from 'zod/mini';
import { createCached } from '../../../platform/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { sentence } from '../../../platform/words.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import * as store from './store.ts';

export interface FieldText {
  field: string;
  text: string;
}

export interface WordLists {
  list(): Promise<ListedPhrase[]>;
  /** Throws `VALIDATION_FAILED` for a phrase without words or with more than six. */
  add(viewer: Viewer, phrases: BodyOf<(typeof moderationWordsOperations)['addPhrases']>): Promise<void>;
  /** Throws `NOT_FOUND`. */
  remove(viewer: Viewer, id: string): Promise<void>;
  listMatches(query: {
    cursor?: string | undefined;
    limit?: number | undefined;
  }): Promise<{ items: PhraseMatch[]; nextCursor: string | null }>;
  /**
   * Throws `VALIDATION_FAILED`, by field, for texts with a phrase that is refused. What is found in texts for others is
   * listed for moderators.
   */
  requireAllowed(
    viewer: Viewer | null,
    operation: string,
    texts: { shared: readonly FieldText[]; searched: readonly FieldText[] },
  ): Promise<void>;
  tasks: JobTask[];
}

const cachedMs = 10_000;
const dayMs = 86_400_000;
const keptDays = 90;
const countedDays = 30;
const matchesPerDay = 50;
const pageSize = 30;
const maxPhraseLength = 60;
const shownLetters = 300;
const forgetKind = jobKind('moderation.forget-phrase-matches', { maxAttempts: 2 });
const position = z.tuple([z.uuid()]);

const refusals: Partial<Record<CommunityRule, string>> = {
  paid_meetings: sentence('Meetings for money are not offered here. Please change these words'),
};
const refusalOf = (rule: string): string =>
  refusals[rule as CommunityRule] ?? sentence('These words are not allowed here. Please change them');

/** Lengths in characters, as the table counts them: reduced to words, a text can be shorter or longer than as sent. */
function fits(phrase: string): boolean {
  const length = [...phrase].length;
  return length >= 2 && length <= maxPhraseLength && phrase.split(' ').length <= maxPhraseWords;
}

/** Phrases that staff list for texts others read and for searches. */
export function createWordLists(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
  profiles: Pick<ProfilesService, 'listByAccounts'>;
}): WordLists {
  const { clock, compliance } = deps;
  const { db } = deps.database;
  const listed = createCached({
    clock,
    maxAgeMs: cachedMs,
    read: async () => new Map((await store.listPhrases(db)).map((row) => [row.phrase, row])),
  });
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);

  async function keepMatches(
    accountId: string,
    operation: string,
    found: readonly { text: string; phrase: store.PhraseRow }[],
  ): Promise<void> {
    if ((await store.countMatches(db, accountId, ago(1))) >= matchesPerDay) return;
    const now = clock.now();
    await store.insertMatches(
      db,
      found.map(({ text, phrase }) => ({
        id: newId(now.getTime()),
        account_id: accountId,
        phrase: phrase.phrase,
        effect: phrase.effect,
        rule: phrase.rule,
        operation,
        content: text.slice(0, shownLetters),
        found_at: now,
      })),
    );
  }

  return {
    async list() {
      const rows = await store.listWithMatches(db, ago(countedDays));
      const names = await deps.identity.listNames(db, [...new Set(rows.flatMap((row) => row.added_by ?? []))]);
      return rows.map((row) => ({
        id: row.id,
        phrase: row.phrase,
        language: row.language as WordLanguage,
        effect: row.effect as WordEffect,
        rule: row.rule as CommunityRule,
        addedBy: names.get(row.added_by ?? '') ?? null,
        addedAt: row.added_at.toISOString(),
        matches: row.matches,
      }));
    },
    async add(viewer, { phrases, language, effect, rule }) {
      const wanted = [...new Set(phrases.map(toPhrase))];
      if (wanted.some((phrase) => !fits(phrase)))
        throw new AppError('VALIDATION_FAILED', {
          details: {
            fields: { phrases: `A phrase has two to ${maxPhraseLength} letters, and at most ${maxPhraseWords} words` },
          },
        });
      const now = clock.now();
      const of = { language, effect, rule, added_by: viewer.accountId, added_at: now };
      await db.transaction().execute(async (tx) => {
        await store.upsertPhrases(
          tx,
          wanted.map((phrase) => ({ id: newId(now.getTime()), phrase, ...of })),
        );
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'words.added',
          targetType: 'word list',
          targetId: language,
          details: { phrases: wanted.join(', '), effect, rule },
        });
      });
    },
    async remove(viewer, id) {
      await db.transaction().execute(async (tx) => {
        const removed = await store.deletePhrase(tx, id);
        if (!removed) throw new AppError('NOT_FOUND');
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'words.removed',
          targetType: 'word list',
          targetId: removed.language,
          details: { phrase: removed.phrase, effect: removed.effect, rule: removed.rule },
        });
      });
    },
    async listMatches({ cursor, limit = pageSize }) {
      const [below = null] = decodeCursor(position, cursor) ?? [];
      const rows = await store.listMatches(db, below, limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const people = await deps.profiles.listByAccounts([...new Set(shown.map((row) => row.account_id))]);
      const personOf = (accountId: string) => {
        const found = people.get(accountId);
        return found ? { id: found.profileId, displayName: found.name } : null;
      };
      return {
        items: shown.map((row) => ({
          id: row.id,
          phrase: row.phrase,
          effect: row.effect as WordEffect,
          rule: row.rule as CommunityRule,
          operation: row.operation,
          text: row.content,
          person: personOf(row.account_id),
          at: row.found_at.toISOString(),
        })),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
    async requireAllowed(viewer, operation, { shared, searched }) {
      if (shared.length === 0 && searched.length === 0) return;
      const phrases = await listed();
      if (phrases.size === 0) return;
      const find = (texts: readonly FieldText[]) =>
        texts.flatMap(({ field, text }) => findPhrases(text, phrases).map((phrase) => ({ field, text, phrase })));
      const found = find(shared);
      if (found.length > 0 && viewer) await keepMatches(viewer.accountId, operation, found);
      const refused = [...found, ...find(searched)].filter(({ phrase }) => phrase.effect === 'refuse');
      const [first] = refused;
      if (!first) return;
      const fields = Object.fromEntries(refused.map(({ field, phrase }) => [field, refusalOf(phrase.rule)]));
      throw new AppError('VALIDATION_FAILED', { message: refusalOf(first.phrase.rule), details: { fields } });
    },
    tasks: [jobTask(forgetKind, () => store.deleteMatchesBefore(db, ago(keptDays)), { cron: '37 2 * * *' })],
  };
}
