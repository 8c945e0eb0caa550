import { Readable } from 'node:stream';
import { payoutsOperations } from '@vlam/contract/payouts';
import { AppError } from '../../platform/errors.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { PayoutsService } from './service.ts';
import { toAccountView } from './view.ts';

function ownProfile(viewer: Viewer): string {
  if (!viewer.profileId) throw new AppError('CREATOR_PROFILE_REQUIRED');
  return viewer.profileId;
}

const attachment = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

export const payoutsRoutes = ({ payouts }: { payouts: PayoutsService }): BoundOperation[] => {
  const { dashboard, statements, accounts } = payouts;
  return bind(payoutsOperations, {
    creatorStats: ({ viewer, query }) => dashboard.stats(viewer, ownProfile(viewer), query.period),
    creatorTopContent: ({ viewer, query }) => dashboard.topContent(viewer, ownProfile(viewer), query),
    creatorActivity: ({ viewer, query }) => dashboard.activity(viewer, ownProfile(viewer), query),
    async creatorStatementCsv({ viewer, params, reply }) {
      const pieces = await statements.csv(ownProfile(viewer), params.month);
      reply
        .headers(attachment(`vlam-statement-${params.month}.csv`, 'text/csv; charset=utf-8'))
        .send(Readable.from(pieces));
    },
    async creatorStatementPdf({ viewer, params, reply }) {
      const file = await statements.pdf(viewer, ownProfile(viewer), params.month);
      reply.headers(attachment(`vlam-statement-${params.month}.pdf`, 'application/pdf')).send(file);
    },
    listPayouts: ({ viewer }) => payouts.summary(ownProfile(viewer)),
    requestPayout: ({ viewer, body, idempotencyKey }) =>
      payouts.request(viewer, ownProfile(viewer), body.amountCents, idempotencyKey),
    async getPayoutAccount({ viewer }) {
      const row = await accounts.find(ownProfile(viewer));
      return { account: row ? toAccountView(row) : null };
    },
    setPayoutAccount: async ({ viewer, body }) => ({
      account: toAccountView(await accounts.name(viewer, ownProfile(viewer), body)),
    }),
  });
};
