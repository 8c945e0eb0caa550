import { filmBoardOperations } from '@vlam/contract/film-board';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { FilmBoardService } from './service.ts';

export const filmBoardRoutes = ({ filmBoard }: { filmBoard: FilmBoardService }): BoundOperation[] => {
  const { staff } = filmBoard;
  return bind(filmBoardOperations, {
    ownRegistration: ({ viewer }) => filmBoard.getOwn(viewer),
    sendRegistration: ({ viewer, body }) => filmBoard.send(viewer, body),
    setCertificate: ({ viewer, body }) => filmBoard.setCertificate(viewer, body.mediaId),
    listRegistrations: ({ viewer, query }) => staff.list(viewer, query),
    openRegistration: ({ viewer, params }) => staff.open(viewer, params.id),
    decideRegistration: ({ viewer, params, body }) => staff.decide(viewer, params.id, body),
    readCertificate: ({ viewer, params }) => staff.readCertificate(viewer, params.id),
    filmBoardTerms: () => staff.getTerms(),
    setFilmBoardTerms: ({ viewer, body }) => staff.setTerms(viewer, body),
  });
};
