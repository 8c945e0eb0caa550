import { type createContentBody, olderClassifications } from '@vlam/contract/content';
import {
  type Classification,
  type ClassificationAnswers,
  classifications,
  classify,
  fpbRatingOf,
  sortLabels,
  type WarningLabel,
} from '@vlam/contract/rules/classification';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ItemRow } from './store.ts';

type Given = Pick<z.output<typeof createContentBody>, 'classification' | 'classificationAnswers' | 'warningLabels'>;

/** A chosen class with its record. */
export interface Classified {
  columns: { classification: Classification; warning_labels: WarningLabel[]; fpb_rating: string };
  answers: ClassificationAnswers | null;
}

const toClassified = (
  classification: Classification,
  labels: readonly WarningLabel[],
  answers: ClassificationAnswers | null,
): Classified => {
  const warningLabels = sortLabels(labels);
  return {
    columns: {
      classification,
      warning_labels: warningLabels,
      fpb_rating: fpbRatingOf({ classification, warningLabels }),
    },
    answers,
  };
};

/**
 * The class of a request: by its answers, else by its label, where older labels are mapped. Null when it names none.
 * Throws `CONFLICT` for answers that mean XX.
 */
export function readClassification(given: Given): Classified | null {
  const labels = given.warningLabels ?? [];
  const { classificationAnswers: answers, classification } = given;
  if (answers) {
    const rating = classify(answers);
    if (!rating)
      throw new AppError('CONFLICT', { message: 'What the Film and Publication Board rates XX is never published' });
    return toClassified(rating.classification, [...rating.warningLabels, ...labels], answers);
  }
  if (!classification) return null;
  return toClassified(currentClass(classification), labels, null);
}

const currentClass = (classification: string): Classification =>
  classification in olderClassifications
    ? olderClassifications[classification as keyof typeof olderClassifications]
    : (classification as Classification);

type Rated = Pick<ItemRow, 'classification' | 'warning_labels' | 'fpb_rating' | 'state'>;

/**
 * As `readClassification`, for a change: without answers the part that is not named stays. Advice letters alone do not
 * rate a draft.
 */
export function readNewRating(item: Rated, given: Given): Classified | null {
  if (given.classificationAnswers || (!given.classification && !given.warningLabels)) return readClassification(given);
  if (!given.classification && item.state === 'draft' && item.fpb_rating === null) return null;
  return readClassification({
    classification: given.classification ?? currentClass(item.classification),
    warningLabels: given.warningLabels ?? (item.warning_labels as WarningLabel[]),
  });
}

/** Whether a new rating is a lower class than the item's, or lacks one of its advice letters. */
export function isMilder(item: Rated, next: Classified | null): boolean {
  if (!next) return false;
  const { classification, warning_labels: labels } = next.columns;
  const rankOf = (each: Classification) => classifications.indexOf(each);
  return (
    rankOf(classification) < rankOf(currentClass(item.classification)) ||
    item.warning_labels.some((label) => !labels.includes(label as WarningLabel))
  );
}

/** The class of an item that is published without one. */
export const unstated = (): Classified => toClassified('18', [], null);

/** The item's record, newest first; at most 50. */
export async function listClassifications(db: Db, contentId: string) {
  return db
    .selectFrom('content_classifications')
    .select(['classification', 'warning_labels', 'answers', 'classified_at'])
    .where('content_id', '=', contentId)
    .orderBy('classified_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}

/** Adds to the item's record who classified it, how, and when. */
export async function recordClassification(
  db: Db,
  contentId: string,
  { columns, answers }: Classified,
  by: { accountId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('content_classifications')
    .values({
      id: newId(by.at.getTime()),
      content_id: contentId,
      ...columns,
      answers: answers && JSON.stringify(answers),
      classified_by: by.accountId,
      classified_at: by.at,
    })
    .execute();
}
