import { Readable } from 'node:stream';
import { creditPacks, paymentsOperations } from '@vlam/contract/payments';
import { statementOperations } from '@vlam/contract/payments-statement';
import { newId } from '../../platform/ids.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { inRand } from '../../platform/shown-price.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { PaymentsService } from './service.ts';

interface PaymentsRoutesDependencies {
  payments: PaymentsService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

export const paymentsRoutes = ({ payments, compliance }: PaymentsRoutesDependencies): BoundOperation[] => [
  ...bind(paymentsOperations, {
    listCreditPacks: () => [...creditPacks],
    purchaseCredits: ({ viewer, body, idempotencyKey }) => payments.buyPack(viewer, body, idempotencyKey ?? newId()),
    creditTerms: ({ viewer }) => payments.creditTerms(viewer.accountId),
    refundPurchase: ({ viewer, params }) => payments.refund(viewer.accountId, params.id),
    createCheckout: ({ viewer, body, idempotencyKey }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: body.reference, price: inRand(body.amount ?? 0) },
        () => payments.checkout(viewer, body, idempotencyKey ?? newId()),
      ),
    listOrders: ({ viewer, query }) => payments.listOrders(viewer.accountId, query),
    getOrder: ({ viewer, params }) => payments.getOrder(viewer.accountId, params.id),
    orderReceipt: async ({ viewer, params, reply }) => {
      const { file, number } = await payments.receipt(viewer.accountId, params.id);
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="receipt-${number}.pdf"`)
        .send(file);
    },
    listPaymentMethods: ({ viewer }) => payments.listMethods(viewer.accountId),
    removePaymentMethod: ({ viewer, params }) => payments.removeMethod(viewer.accountId, params.id),
    getSpendingLimits: ({ viewer }) => payments.limits.get(viewer.accountId),
    listFlaggedPayments: ({ query }) => payments.listFlagged(query),
    grantPayment: ({ viewer, params, body, idempotencyKey }) =>
      payments.decisions.grant(viewer, params.id, body, idempotencyKey),
    refundPayment: ({ viewer, params, body, idempotencyKey }) =>
      payments.decisions.refund(viewer, params.id, body, idempotencyKey),
    endPayment: ({ viewer, params, body, idempotencyKey }) =>
      payments.decisions.end(viewer, params.id, body.reason, idempotencyKey),
    clearPaymentFlag: ({ viewer, params, body }) => payments.clearFlag(viewer, params.id, body.reason),
    setSpendingLimits: ({ viewer, body }) => payments.limits.set(viewer.accountId, body),
  }),
  ...bind(statementOperations, {
    memberStatement: ({ viewer, query }) => payments.statement.list(viewer, query),
    memberStatementCsv({ viewer, query, reply }) {
      const name = query.month ? `statement-${query.month}.csv` : 'statement.csv';
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(Readable.from(payments.statement.streamCsv(viewer, query)));
    },
  }),
];
