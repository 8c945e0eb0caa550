import { contentOperations } from '@vlam/contract/content';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { inCredits } from '../../platform/shown-price.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ContentService } from './service.ts';

const veilDays = 30;

interface ContentRoutesDependencies {
  content: ContentService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

export const contentRoutes = ({ content, compliance }: ContentRoutesDependencies): BoundOperation[] =>
  bind(contentOperations, {
    createContent: ({ viewer, body }) => content.publish(viewer, body),
    contentFeed: ({ viewer, query }) => content.listFeed(viewer, query),
    getContent: ({ viewer, params }) => content.get(viewer, params.id),
    updateContent: ({ viewer, params, body }) => content.update(viewer, params.id, body),
    removeContent: async ({ viewer, params }) => {
      await content.remove(viewer, params.id);
    },
    unlockContent: ({ viewer, params, body, idempotencyKey }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: params.id, price: inCredits(body.price) },
        () => content.unlock(viewer, params.id, { price: body.price, key: idempotencyKey }),
      ),
    previewContent: async ({ viewer, params, query, reply }) => {
      const veil = await content.drawVeil(viewer, params.id, query.w);
      // The response is the same for everyone with access, but access differs: private.
      reply.header('cache-control', `private, max-age=${veilDays * 86_400}, immutable`);
      await reply.type('image/webp').send(veil);
    },
    creatorContent: ({ viewer, params, query }) => content.listByCreator(viewer, params.id, query),
  });
