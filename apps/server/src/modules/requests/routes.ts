import { disputesOperations } from '@vlam/contract/request-disputes';
import { requestTermsOperations } from '@vlam/contract/request-terms';
import { requestsOperations } from '@vlam/contract/requests';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { RequestsService } from './service.ts';

export const requestsRoutes = ({ requests }: { requests: RequestsService }): BoundOperation[] => [
  ...bind(requestsOperations, {
    listRequests: ({ viewer, query }) => requests.list(viewer, query),
    createRequest: ({ viewer, body, idempotencyKey }) => requests.create(viewer, body, idempotencyKey),
    respondToRequest: ({ viewer, params, body, idempotencyKey }) =>
      requests.respond(viewer, params.id, body, idempotencyKey),
    declineRequest: ({ viewer, params, body, idempotencyKey }) =>
      requests.decline(viewer, params.id, body.reason, idempotencyKey),
    withdrawRequest: ({ viewer, params, idempotencyKey }) => requests.withdraw(viewer, params.id, idempotencyKey),
    acceptCounterOffer: ({ viewer, params, body, idempotencyKey }) =>
      requests.acceptCounter(viewer, params.id, body.price, idempotencyKey),
    deliverRequest: ({ viewer, params, body, idempotencyKey }) =>
      requests.deliver(viewer, params.id, body, idempotencyKey),
    disputeRequest: ({ viewer, params, body, idempotencyKey }) =>
      requests.dispute(viewer, params.id, body.reason, idempotencyKey),
    rateRequest: ({ viewer, params, body }) => requests.rate(viewer, params.id, body.stars),
    answerDispute: ({ viewer, params, body, idempotencyKey }) =>
      requests.answerDispute(viewer, params.id, body.answer, idempotencyKey),
  }),
  ...bind(requestTermsOperations, {
    getRequestTerms: ({ viewer, params }) => requests.getRequestTerms(viewer, params.id),
    ownRequestTerms: ({ viewer }) => requests.ownRequestTerms(viewer),
    setRequestTerms: ({ viewer, body }) => requests.setRequestTerms(viewer, body),
  }),
  ...bind(disputesOperations, {
    listDisputes: ({ viewer, query }) => requests.disputes.list(viewer, query),
    getDispute: ({ viewer, params }) => requests.disputes.open(viewer, params.id),
    decideDispute: ({ viewer, params, body, idempotencyKey }) =>
      requests.disputes.decide(viewer, params.id, body, idempotencyKey),
  }),
];
