import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import type { Picked, PickedFile } from '../../lib/helpers/picked-files.ts';

export type LibraryFile = Answer<'listLibrary'>['items'][number];
export type LibraryUse = LibraryFile['uses'][number];
export type Album = Answer<'getAlbum'>;
export type AlbumSummary = Answer<'listAlbums'>[number];
export type AlbumPerson = Answer<'listAlbumPeople'>[number];

export interface LibraryFilter {
  kind?: LibraryFile['kind'] | undefined;
  used?: 'no' | undefined;
  q: string;
}

/** Files of the library that match, in pages. */
export const libraryQuery = ({ kind, used, q }: LibraryFilter) => {
  const query = { ...(kind ? { kind } : {}), ...(used ? { used } : {}), ...(q ? { q } : {}), limit: '24' };
  return infiniteQueryOptions({
    queryKey: keyOf('listLibrary', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listLibrary({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listLibrary'>) => last.nextCursor,
    placeholderData: (previous) => previous,
  });
};

export const refetchLibrary = (client: QueryClient) => client.invalidateQueries({ queryKey: keyOf('listLibrary') });

/** Whether others pay for a file somewhere. */
export const isSold = ({ uses }: Pick<LibraryFile, 'uses'>): boolean => uses.some(({ isPaid }) => isPaid);

/** Whether a file can be sent in a chat or put into an album; sound is only published. */
export const canShare = ({ state, kind }: Pick<LibraryFile, 'state' | 'kind'>): boolean =>
  state === 'ready' && kind !== 'audio';

/** Prepares files for another use, one after the other. */
export async function prepareFiles(files: readonly LibraryFile[]): Promise<Picked> {
  const picked: PickedFile[] = [];
  for (const file of files) {
    const { id } = await api.reuseFile({ params: { id: file.id } });
    const { kind, bytes, previewUrl } = file;
    picked.push({ mediaId: id, kind, bytes, previewUrl, isPaid: isSold(file) });
  }
  return { media: files[0]?.kind === 'video' ? 'video' : 'photo', picked };
}

export interface AlbumChange {
  title: string;
  mediaIds: string[];
  profileIds: string[];
}

/** Makes an album, or changes the one with this id. */
export function useSaveAlbum(
  id: string | undefined,
  options: { onSuccess(album: Album): void; onError(error: Error): void },
) {
  const client = useQueryClient();
  return useIntent<AlbumChange, Album>({
    call: (body, idempotencyKey) =>
      id ? api.updateAlbum({ params: { id }, body }) : api.shareAlbum({ body, idempotencyKey }),
    onSuccess: (album) => {
      putAlbum(client, album);
      void refetchLibrary(client);
      options.onSuccess(album);
    },
    onError: options.onError,
  });
}

function putAlbum(client: QueryClient, album: Album): void {
  client.setQueryData(keyOf('getAlbum', { params: { id: album.id } }), album);
  void client.invalidateQueries({ queryKey: keyOf('listAlbums') });
}

export function useDeleteAlbum(options: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.deleteAlbum({ params: { id } }),
    onSuccess: (_, id) => {
      options.onSuccess();
      client.removeQueries({ queryKey: keyOf('getAlbum', { params: { id } }) });
      void client.invalidateQueries({ queryKey: keyOf('listAlbums') });
      void refetchLibrary(client);
    },
    onError: options.onError,
  });
}
