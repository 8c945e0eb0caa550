import { Readable } from 'node:stream';
import { fansOperations } from '@vlam/contract/fans';
import { fanFiguresOperations } from '@vlam/contract/fans-figures';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Fans } from './service.ts';

export const fansRoutes = ({ fans }: { fans: Fans }): BoundOperation[] => [
  ...bind(fansOperations, {
    listFans: ({ viewer, query }) => fans.list(viewer, query),
    async exportFans({ viewer, query, reply }) {
      const pieces = await fans.streamCsv(viewer, query);
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="people-${query.list}.csv"`,
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(pieces));
    },
    getFan: ({ viewer, params }) => fans.get(viewer, params.id),
    setFanNote: ({ viewer, params, body }) => fans.setNote(viewer, params.id, body.note),
    setFanLists: ({ viewer, params, body }) => fans.setLists(viewer, params.id, body.listIds),
    restrictFan: async ({ viewer, params }) => {
      await fans.restrict(viewer, params.id);
      return undefined;
    },
    unrestrictFan: async ({ viewer, params }) => {
      await fans.unrestrict(viewer, params.id);
      return undefined;
    },
    listFanLists: ({ viewer }) => fans.listOwnLists(viewer),
    createFanList: ({ viewer, body }) => fans.createList(viewer, body.name),
    renameFanList: ({ viewer, params, body }) => fans.renameList(viewer, params.id, body.name),
    deleteFanList: async ({ viewer, params }) => {
      await fans.deleteList(viewer, params.id);
      return undefined;
    },
  }),
  ...bind(fanFiguresOperations, {
    getCreatorFigures: ({ viewer, query }) => fans.figures.get(viewer, query.period),
    recordPageVisit: async ({ viewer, params, body }) => {
      await fans.figures.recordVisit(viewer, params.id, body.source);
    },
  }),
];
