import { findHeldProblem } from '../modules/content/service.ts';
import type { MediaService } from '../modules/media/service.ts';
import type { RequestsService } from '../modules/requests/service.ts';
import type { Db } from '../platform/database.ts';

/** Why a file may not be used once more, as text for its creator; null when it may. */
export type FindReuseProblem = (on: Db, mediaId: string) => Promise<string | null>;

export const createFindReuseProblem =
  ({
    media,
    requests,
  }: {
    media: Pick<MediaService, 'listCopies'>;
    requests: Pick<RequestsService, 'isDeliveredExclusively'>;
  }): FindReuseProblem =>
  async (on, mediaId) => {
    const held = await findHeldProblem(on, mediaId);
    if (held) return held;
    const copies = await media.listCopies(on, mediaId);
    if (copies.length > 0 && (await requests.isDeliveredExclusively(on, copies)))
      return 'This file was delivered exclusively. It belongs to one member';
    return null;
  };
