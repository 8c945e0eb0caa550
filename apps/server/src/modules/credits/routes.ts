import { creditsOperations } from '@vlam/contract/credits';
import type { Clock } from '../../platform/clock.ts';
import { bind } from '../../platform/operation.ts';
import type { CreditsService } from './service.ts';
import { type IntentHandlers, syncTransaction } from './sync-transaction.ts';

export const creditsRoutes = (services: { credits: CreditsService; clock: Clock; intents: IntentHandlers }) => {
  const { credits, clock } = services;
  return bind(creditsOperations, {
    revenueShares: () => credits.dayShares(),
    creditBalance: ({ viewer }) => credits.balance(viewer.accountId),
    creditTransactions: ({ viewer }) => credits.transactions(viewer.accountId),
    dailyBonus: ({ viewer, idempotencyKey }) =>
      credits.dailyBonus(viewer.accountId, clock.now(), idempotencyKey ?? undefined),
    syncTransaction: ({ viewer, body }) => syncTransaction(services, viewer, body),
  });
};
