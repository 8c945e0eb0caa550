import type { BodyOf } from '@vlam/contract/operation';
import { id } from '@vlam/contract/schemas';
import { tipRangeCents, type tipsOperations } from '@vlam/contract/social-tips';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { PaymentsPort, Purpose } from '../../platform/purpose.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addTips, type ContentService } from '../content/service.ts';
import { accountOf, cash, movePosting, reverseOrder } from '../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import * as store from './tip-store.ts';

export interface TipDependencies {
  clock: Clock;
  notify: Notify;
  payments: PaymentsPort;
  profiles: Pick<ProfilesService, 'requireCreator'>;
  content: Pick<ContentService, 'requireTippable'>;
}

export interface SentTip {
  id: string;
  amount: number;
  amountCents: number;
  createdAt: string;
}

export interface Tips {
  /**
   * Charges the saved method for a tip; idempotent by `key`. Throws `NOT_FOUND` for a creator or item the viewer may
   * not see or another creator's item, `CONFLICT` for oneself, `VALIDATION_FAILED`, and what the charge throws.
   */
  sendTip(viewer: Viewer, tip: BodyOf<typeof tipsOperations.sendTip>, key: string | null): Promise<SentTip>;
  tipPurpose: Purpose;
}

const maxMessageLength = 300;
/** PostgreSQL stores neither NUL nor lone surrogates. */
const toStorableText = (text: string): string =>
  text.replaceAll('\u0000', '').slice(0, maxMessageLength).toWellFormed().trim();

/** Converts rand to whole cents; throws `VALIDATION_FAILED` outside the range of a tip. */
export function tipCents(rand: number | undefined): number {
  const cents = Math.round((rand ?? 0) * 100);
  const isMoney = rand !== undefined && Number.isFinite(rand) && Math.abs(rand * 100 - cents) < 1e-6;
  if (isMoney && cents >= tipRangeCents.min && cents <= tipRangeCents.max) return cents;
  const message = 'A tip is between R1 and R50 000';
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { amount: message } } });
}

/** Parses recipient and item of a tip: `profile` or `profile/item`. Throws `NOT_FOUND` otherwise. */
function readReference(reference: string): { profileId: string; contentId: string | null } {
  const [profileId = '', contentId = null, ...more] = reference.split('/');
  const isValid = [profileId, ...(contentId === null ? [] : [contentId])].every((one) => z.safeParse(id, one).success);
  if (!isValid || more.length > 0) throw new AppError('NOT_FOUND');
  return { profileId, contentId };
}

/** Quotes, grants and reverses orders of purpose `tip`. */
function createTipPurpose(deps: TipDependencies): Purpose {
  const { clock, profiles, content } = deps;
  return {
    async quote(viewer, { reference, amount, message }) {
      const { profileId, contentId } = readReference(reference);
      const creator = await profiles.requireCreator(viewer, profileId);
      if (requireProfileId(viewer) === creator.id)
        throw new AppError('CONFLICT', { message: 'You cannot tip yourself' });
      const item = contentId ? await content.requireTippable(viewer, contentId, creator.id) : null;
      return {
        amountCents: tipCents(amount),
        description: `Tip for ${creator.displayName}${item ? `: ${item.title}` : ''}`.slice(0, 200),
        details: { message: toStorableText(message ?? '') },
      };
    },

    async paid(tx, order) {
      const { profileId, contentId } = readReference(order.reference);
      const at = clock.now();
      await store.insertTip(tx, {
        id: newId(at.getTime()),
        orderId: order.id,
        accountId: order.accountId,
        profileId,
        contentId,
        amountCents: order.amountCents,
        message: String(order.details.message ?? ''),
        at,
      });
      if (contentId) await addTips(tx, contentId, order.amountCents);
      await deps.notify(tx, {
        kind: 'tip',
        to: { profileId },
        key: `tip:${order.id}`,
        actorAccountId: order.accountId,
        amount: { value: order.amountCents, currency: 'cents' },
      });
      return [
        movePosting({
          kind: 'rand_tip',
          ownerId: order.accountId,
          key: order.id,
          payeeId: profileId,
          reference: order.id,
          description: order.description,
          amount: order.amountCents,
          from: cash,
          to: accountOf(profileId, 'earnings', 'cents'),
          shared: true,
        }),
      ];
    },

    async reversed(tx, order, reason) {
      const tip = await store.reverseTip(tx, order.id, clock.now());
      if (!tip) return [];
      if (tip.content_id) await addTips(tx, tip.content_id, -tip.amount_cents);
      return (await reverseOrder(tx, order, reason)).map(movePosting);
    },
  };
}

export function createTips(deps: TipDependencies & { db: Db }): Tips {
  const { db, payments } = deps;
  return {
    tipPurpose: createTipPurpose(deps),
    async sendTip(viewer, { profileId, contentId, amount, message }, key) {
      const order = await payments.chargeSaved(viewer, {
        purpose: 'tip',
        reference: contentId ? `${profileId}/${contentId}` : profileId,
        amount,
        message,
        key: key ?? newId(),
      });
      const tip = await store.findByOrder(db, order.id);
      if (!tip) throw new AppError('UNAVAILABLE');
      return {
        id: tip.id,
        amount: tip.amount_cents / 100,
        amountCents: tip.amount_cents,
        createdAt: tip.created_at.toISOString(),
      };
    },
  };
}
