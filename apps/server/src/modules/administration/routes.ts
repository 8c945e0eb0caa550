import { administrationOperations } from '@vlam/contract/administration';
import { figuresOperations } from '@vlam/contract/administration-figures';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { PayoutsService } from '../payouts/service.ts';
import { auditRoutes } from './audit/routes.ts';
import { filtersRoutes } from './filters/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { AdministrationService } from './service.ts';
import { settingsRoutes } from './settings/routes.ts';
import { sharesRoutes } from './shares/routes.ts';
import { usersRoutes } from './users/routes.ts';

export const administrationRoutes = (services: {
  administration: AdministrationService;
  payouts: Pick<PayoutsService, 'decisions'>;
}): BoundOperation[] => {
  const { administration } = services;
  const { decisions } = services.payouts;
  return [
    ...usersRoutes(administration),
    ...filtersRoutes(administration),
    ...auditRoutes(administration),
    ...healthRoutes(administration),
    ...settingsRoutes(administration),
    ...sharesRoutes(administration),
    ...bind(figuresOperations, { platformStats: ({ viewer }) => administration.figures.get(viewer) }),
    ...bind(administrationOperations, {
      async adminPayouts({ query }) {
        const { items, nextCursor } = await decisions.list(query);
        return { items: await administration.toPayoutViews(items), nextCursor };
      },
      approvePayout: async ({ viewer, params }) =>
        administration.toPayoutView(await decisions.approve(viewer, params.id)),
      markPayoutSent: async ({ viewer, params, body }) =>
        administration.toPayoutView(await decisions.markSent(viewer, params.id, body.bankReference)),
      failPayout: async ({ viewer, params, body }) =>
        administration.toPayoutView(await decisions.fail(viewer, params.id, body.reason)),
      payoutBankAccount: ({ viewer, params }) => decisions.openAccount(viewer, params.id),
      ledgerHealth: () => administration.ledgerHealth(),
      bonusPatterns: () => administration.listBonusPatterns(),
      ledgerTransfers: ({ query: { cursor, limit, ...filter } }) =>
        administration.listTransfers(filter, { cursor, limit }),
      ledgerTransferDetail: ({ params }) => administration.getTransfer(params.id),
    }),
  ];
};
