import { callsOperations } from '@vlam/contract/calls';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { CallsService } from './service.ts';

export const callsRoutes = ({ calls }: { calls: CallsService }): BoundOperation[] =>
  bind(callsOperations, {
    listCallPartners: ({ viewer, query }) => calls.listPartners(viewer, query),
    getCallPartner: ({ viewer, params }) => calls.getPartner(viewer, params.id),
    getCallSettings: ({ viewer }) => calls.settings(viewer),
    setCallSettings: ({ viewer, body }) => calls.setSettings(viewer, body),
    startCall: ({ viewer, body }) => calls.start(viewer, body),
    listCalls: ({ viewer, query }) => calls.listPast(viewer, query),
    currentCall: async ({ viewer }) => ({ call: await calls.current(viewer) }),
    callIceServers: ({ viewer }) => calls.iceServers(viewer),
    acceptCall: ({ viewer, params }) => calls.accept(viewer, params.id),
    declineCall: ({ viewer, params }) => calls.decline(viewer, params.id),
    joinCall: ({ viewer, params, body }) => calls.join(viewer, params.id, body.tabId),
    endCall: ({ viewer, params, query }) => calls.end(viewer, params.id, query.tabId),
    rateCall: ({ viewer, params, body }) => calls.rate(viewer, params.id, body.stars),
    callReceipt: ({ viewer, params }) => calls.receipt(viewer, params.id),
  });
