import { mediaOperations } from '@vlam/contract/media';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { MediaService } from './service.ts';

export const mediaRoutes = ({ media }: { media: MediaService }): BoundOperation[] =>
  bind(mediaOperations, {
    getMedia: ({ viewer, params }) => media.get(viewer, params.id),
    getStream: ({ viewer, params }) => media.getStream(viewer, params.id),
  });
