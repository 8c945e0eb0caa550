import { captionsOperations } from '@vlam/contract/captions';
import { mediaOperations } from '@vlam/contract/media';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { MediaService } from './service.ts';

export const mediaRoutes = ({ media }: { media: MediaService }): BoundOperation[] => [
  ...bind(mediaOperations, {
    getMedia: ({ viewer, params }) => media.get(viewer, params.id),
    getStream: ({ viewer, params }) => media.getStream(viewer, params.id),
  }),
  ...bind(captionsOperations, {
    listCaptions: ({ viewer, params }) => media.listCaptions(viewer, params.id),
    putCaptions: ({ viewer, params, body }) =>
      media.putCaptions(viewer, params.id, params.language, Buffer.from(body.file, 'base64')),
    removeCaptions: async ({ viewer, params }) => {
      await media.removeCaptions(viewer, params.id, params.language);
    },
  }),
];
