import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { api, keyOf, queryOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { useLiveEvent } from '../../lib/realtime.ts';
import { changesOf, comesFromAddress, type PublishForm, publishBody } from './publish-form.ts';
import type { FileUploads } from './upload.ts';

interface Submission {
  form: PublishForm;
  as: 'draft' | 'publish';
  /** The stored item; null for a new one. */
  saved: ContentView | null;
  /** Number of the choice of files; another choice is another idempotency key. Null without a file. */
  pick: number | null;
}

function refreshItems(client: QueryClient): void {
  const lists = ['contentFeed', 'creatorContent', 'getContent', 'getProfile', 'getCreator', 'ownProfile'] as const;
  for (const name of lists) void client.invalidateQueries({ queryKey: keyOf(name) });
}

/**
 * Waits for the upload, then stores the item or its changes, and publishes it unless it is a draft or has a later time.
 * Idempotent when tapped twice. `onSaved` gets each stored state, also when publishing is refused after it.
 */
export function useSubmit(upload: FileUploads, onSaved: (item: ContentView) => void) {
  const client = useQueryClient();
  return useIntent<Submission, ContentView>({
    call: async ({ form, as, saved, pick }, idempotencyKey) => {
      const mediaIds = !comesFromAddress(form) && pick !== null ? await upload.whenReady() : [];
      if (!saved) {
        const state = as === 'draft' ? { state: 'draft' as const } : {};
        const item = await api.createContent({ body: { ...publishBody(form, mediaIds), ...state }, idempotencyKey });
        upload.release();
        return item;
      }
      const params = { id: saved.id };
      const body = changesOf(form, saved, mediaIds);
      const item = Object.keys(body).length === 0 ? saved : await api.updateContent({ params, body });
      upload.release();
      onSaved(item);
      return as === 'publish' && item.state === 'draft' && !item.rules?.publishAt
        ? api.publishContent({ params })
        : item;
    },
    onSuccess: () => refreshItems(client),
  });
}

/** Publishes or removes a stored item; idempotent. */
export function useItemAction(action: 'publish' | 'remove', options: { onSuccess(item: ContentView | null): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const params = { id };
      if (action === 'publish') return api.publishContent({ params });
      await api.removeContent({ params });
      return null;
    },
    onSuccess(item) {
      refreshItems(client);
      options.onSuccess(item);
    },
  });
}

const peopleQuery = (contentId: string) => queryOf('listPeople', { params: { id: contentId } });

/** Everyone asked about an item of one's own; read again when an answer arrives. */
export function usePeople(contentId: string | null) {
  const client = useQueryClient();
  useLiveEvent('notification.created', () => {
    if (contentId) void client.invalidateQueries({ queryKey: peopleQuery(contentId).queryKey });
  });
  return useQuery({ ...peopleQuery(contentId ?? ''), enabled: contentId !== null, refetchOnMount: 'always' });
}

/** Asks a member or creates a private link, and withdraws a request. */
export function useAsking(contentId: string | null) {
  const client = useQueryClient();
  const refresh = (id: string | null) => {
    if (id) void client.invalidateQueries({ queryKey: peopleQuery(id).queryKey });
  };
  const ask = useMutation({
    mutationFn: ({ id, ...body }: { id: string; profileId?: string; name: string }) =>
      api.askConsent({ params: { id }, body }),
    onSettled: (_asked, _error, { id }) => refresh(id),
  });
  const withdraw = useMutation({
    mutationFn: (personId: string) => api.withdrawConsentRequest({ params: { id: personId } }),
    onSettled: () => refresh(contentId),
  });
  return { ask, withdraw };
}
