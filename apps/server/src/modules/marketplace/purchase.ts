import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type CreditsService, purchasePosting } from '../credits/service.ts';
import * as purchaseStore from './purchase-store.ts';
import { type BundleRow, lockBundle } from './store.ts';

/**
 * Charges the stored price if it was displayed, and grants access, in one commit. The one access row per account and
 * bundle prevents paying twice for the same days; a retry with the same key returns the earlier purchase.
 */
export function createPurchaseHandler(deps: {
  clock: Clock;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
}): (viewer: Viewer, bundle: BundleRow, intent: { price: number; key: string }) => Promise<purchaseStore.PurchaseRow> {
  const { clock, credits } = deps;
  return (viewer, { id: bundleId }, { price, key }) =>
    credits.transact(async (tx) => {
      const { accountId } = viewer;
      const bundle = await lockBundle(tx, bundleId);
      const before = await purchaseStore.findByKey(tx, accountId, key);
      if (before && before.bundle_id !== bundleId) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      if (before) return before;
      if (bundle.withdrawn_at) throw new AppError('NOT_FOUND');
      const accessUntil = await purchaseStore.openAccess(tx, accountId, bundleId);
      if (!accessUntil)
        throw new AppError('CONFLICT', { message: 'This bundle is open to you already', details: { reason: 'owned' } });
      requireShownCredits(price, bundle.price_credits);
      const purchase = {
        id: newId(clock.now().getTime()),
        accountId,
        bundleId,
        price: bundle.price_credits,
        key,
        accessUntil,
      };
      await purchaseStore.insertPurchase(tx, purchase);
      const made = await purchaseStore.findByKey(tx, accountId, key);
      if (!made) throw new Error('the inserted purchase was not found');
      await credits.postAll(tx, [
        purchasePosting({
          kind: 'bundle',
          payerId: accountId,
          payeeId: bundle.creator_id,
          price: purchase.price,
          reference: bundleId,
          key,
          description: `Bundle “${bundle.title}”`,
        }),
      ]);
      return made;
    });
}
