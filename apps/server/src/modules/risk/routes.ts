import { riskOperations } from '@vlam/contract/risk';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { RiskService } from './service.ts';

export const riskRoutes = ({ risk }: { risk: RiskService }): BoundOperation[] => {
  const { cases, ratios, bans } = risk;
  return bind(riskOperations, {
    listRiskCases: ({ viewer, query }) => cases.list(viewer, query),
    openRiskCase: ({ viewer, body }) => cases.open(viewer, body.userId, body.reason),
    getRiskCase: ({ viewer, params }) => cases.get(viewer, params.id),
    noteRiskCase: ({ viewer, params, body }) => cases.note(viewer, params.id, body.text),
    freezeRiskCase: ({ viewer, params, body }) => cases.freeze(viewer, params.id, body),
    clearRiskCase: ({ viewer, params, body }) => cases.clear(viewer, params.id, body.reason),
    confirmRiskCase: ({ viewer, params, body }) => cases.confirm(viewer, params.id, body),
    listBans: ({ query }) => bans.list(query),
    placeBans: ({ viewer, body }) => bans.place(viewer, body),
    liftBan: ({ viewer, params, body }) => bans.lift(viewer, params.id, body.reason),
    chargebackRatios: ({ query }) => ratios.list(query),
    chargebacksOf: ({ params }) => ratios.of(params.id),
    async exportRiskCase({ viewer, params, reply }) {
      const { name, text } = await cases.exportReport(viewer, params.id);
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        })
        .send(text);
    },
  });
};
