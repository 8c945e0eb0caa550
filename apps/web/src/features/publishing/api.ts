import { useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/idempotency.ts';
import { type PublishForm, publishBody } from './publish-form.ts';
import type { PictureUpload } from './upload.ts';

interface Publication {
  form: PublishForm;
  /** Number of the chosen file; another file is another idempotency key. */
  pick: number;
}

/** Waits for the upload, then publishes. Idempotent when tapped twice. */
export function usePublish(upload: PictureUpload) {
  const client = useQueryClient();
  return useIntent<Publication, ContentView>({
    call: async ({ form }, idempotencyKey) => {
      const mediaId = form.source === 'file' ? await upload.whenReady() : undefined;
      return api.createContent({ body: publishBody(form, mediaId), idempotencyKey });
    },
    onSuccess: () => {
      for (const name of ['contentFeed', 'creatorContent', 'getProfile', 'getCreator', 'ownProfile'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
