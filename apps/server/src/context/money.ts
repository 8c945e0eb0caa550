import { createPaymentsService, type PaymentsService } from '../modules/payments/service.ts';
import { createPayoutsService, type PayoutsService } from '../modules/payouts/service.ts';
import { createVipService, type VipService } from '../modules/vip/service.ts';
import type { Foundation } from './foundation.ts';
import type { UpwardPorts } from './upward-ports.ts';

/** Rand that members pay and creators withdraw. */
export interface Money {
  payments: PaymentsService;
  vip: VipService;
  payouts: PayoutsService;
}

export function createMoney(foundation: Foundation, ports: UpwardPorts): Money {
  const { identity, credits, compliance } = foundation;
  const payments = createPaymentsService({
    ...foundation,
    purposeOf: ports.purposeOf,
    findPeople: ports.listPayees,
    adapters: foundation.paymentAdapters ?? [],
  });
  const vip = createVipService({ ...foundation, payments });
  const payouts = createPayoutsService({
    ...foundation,
    identity,
    credits,
    compliance,
    payments,
    isBanned: ports.isBanned,
    tipsByItem: ports.tipsByItem,
    countSubscribers: ports.countSubscribers,
    countNewSubscribers: ports.countNewSubscribers,
    listPayers: ports.listPeopleByAccount,
    listOwnItems: ports.listOwnItems,
    listItems: ports.listItems,
  });
  return { payments, vip, payouts };
}
