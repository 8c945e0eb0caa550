import { filmBoardOperations } from '@vlam/contract/film-board';
import type { FastifyReply } from 'fastify';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { FilmBoardService } from './service.ts';

/** A file of another person: it is saved, and no browser opens it as a page. */
const sendPdf = (reply: FastifyReply, file: Buffer): void =>
  void reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="certificate.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(file);

export const filmBoardRoutes = ({ filmBoard }: { filmBoard: FilmBoardService }): BoundOperation[] => {
  const { staff } = filmBoard;
  return bind(filmBoardOperations, {
    ownRegistration: ({ viewer }) => filmBoard.getOwn(viewer),
    sendRegistration: ({ viewer, body }) => filmBoard.send(viewer, body),
    setCertificate: ({ viewer, body }) => filmBoard.setCertificate(viewer, body.mediaId),
    setCertificatePdf: ({ viewer, body }) => filmBoard.setCertificatePdf(viewer, Buffer.from(body.file, 'base64')),
    ownCertificatePdf: async ({ viewer, params, reply }) =>
      sendPdf(reply, await filmBoard.readOwnPdf(viewer, params.id)),
    certificatePdf: async ({ viewer, params, reply }) => sendPdf(reply, await staff.readPdf(viewer, params.id)),
    listRegistrations: ({ viewer, query }) => staff.list(viewer, query),
    openRegistration: ({ viewer, params }) => staff.open(viewer, params.id),
    decideRegistration: ({ viewer, params, body }) => staff.decide(viewer, params.id, body),
    readCertificate: ({ viewer, params }) => staff.readCertificate(viewer, params.id),
    filmBoardTerms: () => staff.getTerms(),
    setFilmBoardTerms: ({ viewer, body }) => staff.setTerms(viewer, body),
  });
};
