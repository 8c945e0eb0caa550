import { livesOperations } from '@vlam/contract/lives';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { inCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { LivesService } from './service.ts';

interface LivesRoutesDependencies {
  config: Pick<Config, 'secureCookies'>;
  lives: LivesService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

export function livesRoutes({ config, lives, compliance }: LivesRoutesDependencies): BoundOperation[] {
  const cookieName = sessionCookieName(config);
  const callerOf = ({ viewer, request }: { viewer: Viewer; request: FastifyRequest }) => ({
    viewer,
    token: request.cookies[cookieName] ?? '',
  });
  return bind(livesOperations, {
    listLives: ({ viewer, query }) => lives.list(viewer, query.category ?? null),
    ownLive: async ({ viewer }) => ({ live: await lives.findOwn(viewer) }),
    getLive: ({ viewer, params }) => lives.get(viewer, params.id),
    startLive: ({ viewer, body }) => lives.start(viewer, body),
    planLive: ({ viewer, body }) => lives.plan(viewer, body),
    beginPlannedLive: ({ viewer, params }) => lives.begin(viewer, params.id),
    remindOfLive: ({ viewer, params, body }) => lives.remind(viewer, params.id, body.isWanted),
    openLiveIngest: ({ viewer, params }) => lives.openIngest(viewer, params.id),
    liveIceServers: async ({ viewer, params }) => ({ iceServers: await lives.direct.iceServers(viewer, params.id) }),
    sendLiveDirect: async (call) => ({ answer: await lives.direct.send(callerOf(call), call.params.id, call.body) }),
    watchLiveDirect: async (call) => ({ direct: await lives.direct.watch(callerOf(call), call.params.id) }),
    answerLiveDirect: ({ viewer, params, body }) =>
      lives.direct.answer(viewer, params.id, params.connectionId, body.answer),
    endLive: ({ viewer, params }) => lives.end(viewer, params.id),
    deleteLiveReplay: ({ viewer, params }) => lives.deleteReplay(viewer, params.id),
    buyLiveTicket: ({ viewer, params, body }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: params.id, price: inCredits(body.price) },
        () => lives.buyTicket(viewer, params.id, body.price),
      ),
    tipLive: ({ viewer, params, body, idempotencyKey }) =>
      lives.tip(viewer, params.id, { credits: body.credits, key: idempotencyKey }),
    listLiveMessages: ({ viewer, params, query }) => lives.listMessages(viewer, params.id, query.after ?? null),
    sendLiveMessage: ({ viewer, params, body }) => lives.sendMessage(viewer, params.id, body.text),
    removeFromLive: ({ viewer, params, body }) => lives.remove(viewer, params.id, body.profileId),
    stopLive: ({ viewer, params, body }) => lives.stop(viewer, params.id, body.reason),
  });
}
