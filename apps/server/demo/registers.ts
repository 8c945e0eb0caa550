import { consentScope, consentWordingFor } from '@vlam/contract/consents';
import type { Context } from '../src/context.ts';
import { createLinkedNames } from '../src/modules/content/linked-names.ts';
import { newId, newToken } from '../src/platform/ids.ts';
import { hashToken } from '../src/platform/session-cookie.ts';
import type { SamplePerson } from './people.ts';
import { demoAccounts } from './scale.ts';

const day = 86_400_000;
/** People behind a private link in items of the demo creator. */
const linkedNames = ['Marius Botha', 'Lindiwe Zungu'] as const;
const membersInItems = 3;

/** The registers of the demo creator: how each item was classified, and who else is in some of them. */
export async function insertRegisters(
  context: Pick<Context, 'config' | 'database'>,
  people: readonly SamplePerson[],
): Promise<void> {
  const { db } = context.database;
  const creator = people.find(({ email }) => email === demoAccounts[1].email);
  if (!creator) return;
  const items = await db
    .selectFrom('content_items')
    .select(['id', 'media_type', 'classification', 'warning_labels', 'created_at'])
    .where('profile_id', '=', creator.profileId)
    .orderBy('created_at')
    .execute();
  if (items.length === 0) return;
  await db
    .insertInto('content_classifications')
    .values(
      items.map((item) => ({
        id: newId(item.created_at.getTime()),
        content_id: item.id,
        classification: item.classification,
        fpb_rating: [item.classification, ...item.warning_labels].join(' '),
        warning_labels: item.warning_labels,
        classified_by: creator.accountId,
        classified_at: item.created_at,
      })),
    )
    .execute();
  const names = createLinkedNames(context.config);
  const members = people.filter(({ creator: publishes, canSignIn }) => !publishes && !canSignIn).slice(-membersInItems);
  const others = [
    ...members.map((member) => ({ name: member.displayName, member })),
    ...linkedNames.map((name) => ({ name, member: null })),
  ];
  for (const [index, { name, member }] of others.entries()) {
    const item = items[index % items.length];
    if (!item) continue;
    const askedAt = new Date(item.created_at.getTime() - 2 * day);
    await db
      .insertInto('content_people')
      .values({
        id: newId(askedAt.getTime()),
        content_id: item.id,
        state: 'yes',
        scope: [...consentScope],
        wording: consentWordingFor([item.media_type]).number,
        asked_at: askedAt,
        answered_at: new Date(askedAt.getTime() + day),
        expires_at: new Date(askedAt.getTime() + 14 * day),
        ...(member
          ? { name, account_id: member.accountId, profile_id: member.profileId }
          : { ...names.columnsOf(item.id, name), token_hash: hashToken(newToken()) }),
      })
      .execute();
    await db.updateTable('content_items').set({ depicts: 'me_and_others' }).where('id', '=', item.id).execute();
  }
}
