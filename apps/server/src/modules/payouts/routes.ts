import { Readable } from 'node:stream';
import { payoutsOperations } from '@vlam/contract/payouts';
import { AppError } from '../../platform/errors.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { PayoutsService } from './service.ts';
import { toAccountView } from './view.ts';

function requireOwnProfileId(viewer: Viewer): string {
  if (!viewer.profileId) throw new AppError('CREATOR_PROFILE_REQUIRED');
  return viewer.profileId;
}

const attachment = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

export const payoutsRoutes = ({ payouts }: { payouts: PayoutsService }): BoundOperation[] => {
  const { dashboard, statements, accounts, weekly } = payouts;
  return bind(payoutsOperations, {
    creatorStats: ({ viewer, query }) => dashboard.getStats(viewer, requireOwnProfileId(viewer), query.period),
    creatorTopContent: ({ viewer, query }) => dashboard.listTopContent(viewer, requireOwnProfileId(viewer), query),
    creatorActivity: ({ viewer, query }) => dashboard.listActivity(viewer, requireOwnProfileId(viewer), query),
    async creatorStatementCsv({ viewer, params, reply }) {
      const pieces = await statements.streamCsv(viewer, requireOwnProfileId(viewer), params.month);
      reply.headers(attachment(`statement-${params.month}.csv`, 'text/csv; charset=utf-8')).send(Readable.from(pieces));
    },
    async creatorStatementPdf({ viewer, params, reply }) {
      const file = await statements.renderPdf(viewer, requireOwnProfileId(viewer), params.month);
      reply.headers(attachment(`statement-${params.month}.pdf`, 'application/pdf')).send(file);
    },
    getTaxYear: ({ viewer, params }) => payouts.taxYears.get(requireOwnProfileId(viewer), Number(params.year)),
    async taxYearCsv({ viewer, params, reply }) {
      const file = await payouts.taxYears.renderCsv(requireOwnProfileId(viewer), Number(params.year));
      reply.headers(attachment(`tax-year-${params.year}.csv`, 'text/csv; charset=utf-8')).send(file);
    },
    async taxYearPdf({ viewer, params, reply }) {
      const file = await payouts.taxYears.renderPdf(viewer, requireOwnProfileId(viewer), Number(params.year));
      reply.headers(attachment(`tax-year-${params.year}.pdf`, 'application/pdf')).send(file);
    },
    listPayouts: ({ viewer }) => payouts.getSummary(viewer, requireOwnProfileId(viewer)),
    requestPayout: ({ viewer, body, idempotencyKey }) =>
      payouts.requestPayout(viewer, requireOwnProfileId(viewer), body.amountCents, idempotencyKey),
    getWeeklyPayout: ({ viewer }) => weekly.find(requireOwnProfileId(viewer)),
    setWeeklyPayout: ({ viewer, body }) => weekly.set(viewer, requireOwnProfileId(viewer), body),
    endWeeklyPayout: ({ viewer }) => weekly.end(requireOwnProfileId(viewer)),
    async getPayoutAccount({ viewer }) {
      const row = await accounts.find(requireOwnProfileId(viewer));
      return { account: row ? toAccountView(row) : null };
    },
    setPayoutAccount: async ({ viewer, body }) => ({
      account: toAccountView(await accounts.save(viewer, requireOwnProfileId(viewer), body)),
    }),
  });
};
