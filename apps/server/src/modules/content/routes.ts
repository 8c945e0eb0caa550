import { Readable } from 'node:stream';
import { consentsOperations } from '@vlam/contract/consents';
import { contentOperations } from '@vlam/contract/content';
import { contentRegistersOperations } from '@vlam/contract/content-registers';
import { contentRulesOperations } from '@vlam/contract/content-rules';
import { studioOperations } from '@vlam/contract/studio';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { sendCsv } from '../../platform/send-csv.ts';
import { inCredits } from '../../platform/shown-price.ts';
import type { ComplianceService } from '../compliance/service.ts';
import { consentCookie } from './consent-streams.ts';
import { type ContentState, isArchived } from './policy.ts';
import type { ContentService } from './service.ts';
import type { ItemRow } from './store.ts';

const veilDays = 30;
const csvFile = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});
/** A link's page is for its holder only: no search engine indexes it, and no referrer reveals it. */
const keepPrivate = (reply: FastifyReply) =>
  void reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer');

const toNewState = (item: ItemRow) =>
  ({ state: isArchived(item) ? 'archived' : (item.state as ContentState) }) as const;

interface ContentRoutesDependencies {
  content: ContentService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
  config: Pick<Config, 'secureCookies'>;
}

export const contentRoutes = ({ content, compliance, config }: ContentRoutesDependencies): BoundOperation[] => [
  ...bind(contentOperations, {
    createContent: ({ viewer, body }) => content.publish(viewer, body),
    contentFeed: ({ viewer, query }) => content.listFeed(viewer, query),
    affordablePictures: ({ viewer, query }) => content.listAffordable(viewer, query.credits),
    getContent: ({ viewer, params }) => content.get(viewer, params.id),
    getContentStream: ({ viewer, params }) => content.stream(viewer, params.id),
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
  }),
  ...bind(contentRulesOperations, {
    publishContent: ({ viewer, params }) => content.publishDraft(viewer, params.id),
    listWaitingContent: ({ viewer, query }) => content.listWaiting(viewer, query),
    listAllContent: ({ viewer, query }) => content.listAll(viewer, query),
    bulkContent: ({ viewer, body }) => content.decideSeveral(viewer, body),
    undoContent: ({ viewer, params }) => content.undoSeveral(viewer, params.id),
    exportContent: async ({ viewer, query, reply }) =>
      sendCsv(reply, 'vlam-content.csv', await content.exportListed(viewer, query)),
    approveContent: ({ viewer, body }) => content.approve(viewer, body),
    reviewContent: ({ viewer, params }) => content.openReview(viewer, params.id),
    flagContent: async ({ viewer, body }) => {
      await content.flag(viewer, body);
    },
    refuseContent: async ({ viewer, body }) => {
      await content.refuse(viewer, body);
    },
    deleteContent: async ({ viewer, body }) => {
      await content.deleteByStaff(viewer, body);
    },
  }),
  ...bind(studioOperations, {
    listStudioPosts: ({ viewer, query }) => content.listPosts(viewer, query),
    pinPost: ({ viewer, params }) => content.pin(viewer, params.id),
    unpinPost: ({ viewer, params }) => content.unpin(viewer, params.id),
    orderPins: ({ viewer, body }) => content.orderPins(viewer, body.ids),
    archivePost: async ({ viewer, params }) => toNewState(await content.archive(viewer, params.id)),
    restorePost: async ({ viewer, params }) => toNewState(await content.restore(viewer, params.id)),
  }),
  ...bind(contentRegistersOperations, {
    listClassificationRegister: ({ viewer, query }) => content.listClassificationRegister(viewer, query),
    exportClassificationRegister: ({ viewer, reply }) => {
      const pieces = content.exportClassificationRegister(viewer);
      reply.headers(csvFile('classification-register.csv')).send(Readable.from(pieces));
    },
    listConsentRegister: ({ viewer, query }) => content.listConsentRegister(viewer, query),
    exportConsentRegister: ({ viewer, reply }) => {
      const pieces = content.exportConsentRegister(viewer);
      reply.headers(csvFile('consent-register.csv')).send(Readable.from(pieces));
    },
  }),
  ...bind(consentsOperations, {
    listPeople: ({ viewer, params }) => content.listPeople(viewer, params.id),
    askConsent: ({ viewer, params, body }) => content.askConsent(viewer, params.id, body),
    withdrawConsentRequest: async ({ viewer, params }) => {
      await content.withdrawConsentRequest(viewer, params.id);
    },
    listConsents: ({ viewer }) => content.listConsents(viewer),
    answerConsent: async ({ viewer, params, body, request }) => {
      await content.answerConsent(viewer, params.id, body, request.ip);
    },
    revokeConsent: async ({ viewer, params }) => {
      await content.revokeConsent(viewer, params.id);
    },
    consentByLink: ({ params, reply }) => {
      keepPrivate(reply);
      return content.openConsentLink(params.token);
    },
    streamByLink: async ({ params, reply }) => {
      keepPrivate(reply);
      const { stream, cookiePath } = await content.streamByLink(params.token, params.id);
      reply.setCookie(...consentCookie(params.token, cookiePath, config));
      return stream;
    },
    answerByLink: async ({ params, body, request, reply }) => {
      keepPrivate(reply);
      await content.answerConsentLink(params.token, body, request.ip);
    },
  }),
];
