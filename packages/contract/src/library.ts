import * as z from 'zod/mini';
import { mediaView } from './media.ts';
import { operation } from './operation.ts';
import { libraryLimits } from './rules/library.ts';
import { credits, cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

export const libraryUseKinds = [
  'post',
  'draft',
  'bundle',
  'message',
  'broadcast',
  'welcome',
  'reply',
  'request',
  'photo',
  'album',
] as const;

/** One place where a file of the library is used. */
export const libraryUse = z.object({
  kind: z.enum(libraryUseKinds),
  /** Of the item, bundle or album, or of the person it was sent to; null where it has none. */
  id: z.nullable(id),
  /** Of the item, bundle or album. */
  title: z.nullable(z.string()),
  /** How many messages. */
  count: z.int(),
  /** Credits it is sold for; 0 when it is not sold. */
  price: credits,
  /** Whether others pay for it there, with credits or a subscription. */
  isPaid: z.boolean(),
});
export type LibraryUse = z.output<typeof libraryUse>;

/** An uploaded file of the caller with all its uses. */
export const libraryFile = z.object({
  id,
  kind: mediaView.shape.kind,
  state: mediaView.shape.state,
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Seconds. */
  duration: z.nullable(z.number()),
  /** Made to be published as a stream: it is used nowhere else. */
  isStream: z.boolean(),
  bytes: z.int(),
  previewUrl: z.nullable(z.string()),
  createdAt: timestamp,
  uses: z.array(libraryUse),
  /** When it is deleted because it is used nowhere; null while it is used. */
  deletedAt: z.nullable(timestamp),
});
export type LibraryFile = z.output<typeof libraryFile>;

const person = z.object({ id, displayName: z.string(), avatar: z.string() });

const albumSummary = z.object({
  id,
  title: z.string(),
  owner: person,
  isOwn: z.boolean(),
  files: z.int(),
  /** How many people it is shared with; null for others than its owner. */
  people: z.nullable(z.int()),
  /** First picture, small; null for an empty album. */
  previewUrl: z.nullable(z.string()),
  changedAt: timestamp,
});
export type AlbumSummary = z.output<typeof albumSummary>;

export const albumView = z.object({
  ...albumSummary.shape,
  pictures: z.array(mediaView),
  /** The people it is shared with; null for others than its owner. */
  sharedWith: z.nullable(z.array(person)),
});
export type AlbumView = z.output<typeof albumView>;

/** Everything an album holds: what is left out is taken away. Files are the caller's own, of the library or the album. */
const albumBody = z.strictObject({
  title: requiredText(1, 60, 'Name the album', 'At most 60 letters'),
  mediaIds: z.array(id).check(z.maxLength(libraryLimits.files, `At most ${libraryLimits.files} pictures and videos`)),
  profileIds: z.array(id).check(z.maxLength(libraryLimits.people, `At most ${libraryLimits.people} people`)),
});

export const libraryOperations = {
  listLibrary: operation({
    method: 'GET',
    path: '/api/content/library',
    summary: "The caller's uploaded files, newest first, and where each is used",
    access: 'creator',
    rate: 'search',
    query: z.extend(cursorQuery, {
      kind: z.optional(mediaView.shape.kind),
      used: z.optional(z.enum(['yes', 'no'])),
      /** Words of the title of an item or album that has it. */
      q: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.object({ ...page(libraryFile).shape, total: z.object({ files: z.int(), bytes: z.int() }) }),
  }),
  reuseFile: operation({
    method: 'POST',
    path: '/api/content/library/{id}/use',
    summary: 'Prepare a file of the library for another use: returns the id to send, publish or deliver',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: z.object({ id }),
    status: 201,
    errors: ['NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  deleteLibraryFile: operation({
    method: 'DELETE',
    path: '/api/content/library/{id}',
    summary: 'Delete a file that is used nowhere',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  listAlbums: operation({
    method: 'GET',
    path: '/api/albums',
    summary: "The caller's albums, last changed first",
    access: 'creator',
    response: z.array(albumSummary),
  }),
  listSharedAlbums: operation({
    method: 'GET',
    path: '/api/albums/shared',
    summary: 'Albums that others share with the caller',
    access: 'adult',
    response: z.array(albumSummary),
  }),
  listAlbumPeople: operation({
    method: 'GET',
    path: '/api/albums/people',
    summary: 'People an album may be shared with: those who accepted messages of the caller',
    access: 'creator',
    rate: 'search',
    query: z.strictObject({ q: z.optional(z.string().check(z.maxLength(60))) }),
    response: z.array(person),
  }),
  getAlbum: operation({
    method: 'GET',
    path: '/api/albums/{id}',
    summary: 'An album of the caller, or one that is shared with them',
    access: 'adult',
    params: idParams,
    response: albumView,
    errors: ['NOT_FOUND'],
  }),
  shareAlbum: operation({
    method: 'POST',
    path: '/api/albums',
    summary: 'Make an album and share it',
    access: 'creator',
    sharedText: ['title'],
    idempotent: 'once',
    rate: 'write',
    body: albumBody,
    response: albumView,
    status: 201,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  updateAlbum: operation({
    method: 'PUT',
    path: '/api/albums/{id}',
    summary: 'Rename an album, and set its files and the people it is shared with',
    access: 'creator',
    sharedText: ['title'],
    rate: 'write',
    params: idParams,
    body: albumBody,
    response: albumView,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT'],
  }),
  deleteAlbum: operation({
    method: 'DELETE',
    path: '/api/albums/{id}',
    summary: 'Delete an album; its files stay in the library',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
