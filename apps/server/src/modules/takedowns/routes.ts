import { takedownsOperations } from '@vlam/contract/takedowns';
import type { FastifyReply } from 'fastify';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { sendCsv } from '../../platform/send-csv.ts';
import type { TakedownsService } from './service.ts';

const keepPrivate = (reply: FastifyReply) => void reply.header('x-robots-tag', 'noindex, nofollow');

export const takedownsRoutes = ({ takedowns }: { takedowns: TakedownsService }): BoundOperation[] => {
  const { desk, staff, statements } = takedowns;
  return bind(takedownsOperations, {
    takedownClasses: () => desk.listClasses(),
    createTakedown: ({ viewer, body, request, reply }) => {
      keepPrivate(reply);
      return desk.create(viewer, body, request.ip);
    },
    takedownStatus: ({ body, reply }) => {
      keepPrivate(reply);
      return desk.status(body);
    },
    addToTakedown: ({ body }) => desk.add(body),
    appealTakedown: ({ body }) => desk.appeal(body),
    takedownStatements: ({ viewer }) => statements.list(viewer),
    answerTakedownStatement: async ({ viewer, params, body }) => statements.answer(viewer, params.id, body.text),
    listTakedowns: ({ query }) => staff.list(query),
    exportTakedowns: async ({ viewer, query, reply }) =>
      sendCsv(reply, 'vlam-takedowns.csv', await staff.exportCsv(viewer, query)),
    openTakedown: ({ viewer, params }) => staff.open(viewer, params.id),
    takedownEvidence: ({ viewer, params, body }) => staff.openEvidence(viewer, params.id, body.mediaId),
    actOnTakedown: ({ viewer, params, body }) => staff.act(viewer, params.id, body),
  });
};
