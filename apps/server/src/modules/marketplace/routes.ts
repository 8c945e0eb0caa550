import { marketplaceOperations } from '@vlam/contract/marketplace';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { inCredits } from '../../platform/shown-price.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { MarketplaceService } from './service.ts';

interface MarketplaceRoutesDependencies {
  marketplace: MarketplaceService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

export const marketplaceRoutes = ({ marketplace, compliance }: MarketplaceRoutesDependencies): BoundOperation[] =>
  bind(marketplaceOperations, {
    listBundles: ({ viewer, query }) => marketplace.list(viewer, query),
    getBundle: ({ viewer, params }) => marketplace.get(viewer, params.id),
    createBundle: ({ viewer, body }) => marketplace.create(viewer, body),
    updateBundle: ({ viewer, params, body }) => marketplace.update(viewer, params.id, body),
    withdrawBundle: async ({ viewer, params }) => {
      await marketplace.withdraw(viewer, params.id);
    },
    purchaseBundle: ({ viewer, params, body, idempotencyKey }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: params.id, price: inCredits(body.price) },
        () => marketplace.purchase(viewer, params.id, { price: body.price, key: idempotencyKey }),
      ),
    listBundlePurchases: ({ viewer, query }) => marketplace.listPurchases(viewer, query),
    rateBundle: ({ viewer, params, body }) => marketplace.rate(viewer, params.id, body.stars),
  });
