import { messagePaidOperations } from '@vlam/contract/messaging-paid';
import { tipMenuOperations } from '@vlam/contract/messaging-tip-menu';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import { inCredits } from '../../../platform/shown-price.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { Selling } from './selling.ts';

const veilSeconds = 86_400;

export const messagePaidRoutes = ({
  chat,
  compliance,
}: {
  chat: Selling;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}): BoundOperation[] => [
  ...bind(messagePaidOperations, {
    createAlbum: ({ viewer, body }) => chat.createAlbum(viewer, body.mediaIds),
    unlockMessage: ({ viewer, params, body }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: params.id, price: inCredits(body.price) },
        () => chat.unlock(viewer, params.id, body.price),
      ),
    previewMessage: async ({ viewer, params, query, reply }) => {
      const veil = await chat.drawVeil(viewer, params.id, query.w);
      reply.header('cache-control', `private, max-age=${veilSeconds}`);
      await reply.type('image/webp').send(veil);
    },
    tipInChat: ({ viewer, params, body, idempotencyKey }) => chat.tip(viewer, params.profileId, body, idempotencyKey),
  }),
  ...bind(tipMenuOperations, {
    getTipMenu: ({ viewer, params }) => chat.getTipMenu(viewer, params.id),
    ownTipMenu: ({ viewer }) => chat.ownTipMenu(viewer),
    addTipMenuItem: ({ viewer, body }) => chat.addTipMenuItem(viewer, body),
    orderTipMenu: ({ viewer, body }) => chat.orderTipMenu(viewer, body.ids),
    changeTipMenuItem: ({ viewer, params, body }) => chat.changeTipMenuItem(viewer, params.id, body),
    removeTipMenuItem: ({ viewer, params }) => chat.removeTipMenuItem(viewer, params.id),
  }),
];
