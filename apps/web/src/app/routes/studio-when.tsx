import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { WhenSheet } from '../../features/publishing/components/when-sheet.tsx';
import { useSavedMessage } from '../../features/publishing/use-saved-message.ts';
import { refetchPosts } from '../../features/studio/api.ts';
import { api } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useFailure } from '../../lib/use-failure.ts';

/** The times of a stored item, saved at once. */
export function StudioWhen({ item, onClose }: { item: ContentView; onClose(): void }) {
  const client = useQueryClient();
  const fail = useFailure();
  const savedMessage = useSavedMessage();
  const isPublished = item.state === 'published';
  const save = useMutation({
    mutationFn: ({ publishAt, expiresAt }: { publishAt: string; expiresAt: string }) =>
      api.updateContent({
        params: { id: item.id },
        body: { ...(isPublished ? {} : { publishAt: publishAt || null }), expiresAt: expiresAt || null },
      }),
    onSuccess: (saved) => toast(savedMessage(saved, item)),
    onError: fail,
    onSettled: () => refetchPosts(client),
  });
  return (
    <WhenSheet
      open
      onClose={onClose}
      times={{ publishAt: item.rules?.publishAt ?? '', expiresAt: item.rules?.expiresAt ?? '' }}
      isPublished={isPublished}
      onChange={(times) => save.mutate(times)}
    />
  );
}
