import { AppError } from '../../platform/errors.ts';
import { requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { isForSale } from './policy.ts';
import type { ItemRow } from './store.ts';

/**
 * Charges the stored price at most once per buyer and item; returns the new balance in credits. Throws `PRICE_CHANGED`
 * when the buyer was shown another price and does not own the item.
 */
export function createCharge(
  credits: Pick<CreditsService, 'purchase' | 'hasPurchased' | 'balance'>,
): (viewer: Viewer, item: ItemRow, intent: { price: number; key: string }) => Promise<number> {
  return async (viewer, item, { price, key }) => {
    if (item.profile_id === viewer.profileId) throw new AppError('CONFLICT', { message: 'This item is your own' });
    const isOwned = async () => (await credits.hasPurchased(viewer.accountId, [item.id])).has(item.id);
    if (!isForSale(item)) {
      if (!(await isOwned())) throw new AppError('CONFLICT', { message: 'This item is not sold singly' });
      return (await credits.balance(viewer.accountId)).balance;
    }
    if (price !== item.price_credits) {
      if (!(await isOwned())) requireShownCredits(price, item.price_credits);
      return (await credits.balance(viewer.accountId)).balance;
    }
    try {
      const { balance } = await credits.purchase({
        kind: 'unlock',
        payer: viewer.accountId,
        payee: item.profile_id,
        price: item.price_credits,
        reference: item.id,
        key,
        description: item.title,
      });
      return balance;
    } catch (error) {
      // The price may have changed since this key paid: bought items stay bought.
      if (!(error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_REUSED' && (await isOwned()))) throw error;
      return (await credits.balance(viewer.accountId)).balance;
    }
  };
}
