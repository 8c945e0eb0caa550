import { libraryOperations } from '@vlam/contract/library';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Albums } from './albums.ts';
import type { Library } from './service.ts';

export const libraryRoutes = ({ library, albums }: { library: Library; albums: Albums }): BoundOperation[] =>
  bind(libraryOperations, {
    listLibrary: ({ viewer, query }) => library.list(viewer, query),
    reuseFile: ({ viewer, params }) => library.reuse(viewer, params.id),
    deleteLibraryFile: ({ viewer, params }) => library.remove(viewer, params.id),
    listAlbums: ({ viewer }) => albums.listOwn(viewer),
    listSharedAlbums: ({ viewer }) => albums.listShared(viewer),
    listAlbumPeople: ({ viewer, query }) => albums.listPeople(viewer, query.q),
    getAlbum: ({ viewer, params }) => albums.get(viewer, params.id),
    shareAlbum: ({ viewer, body }) => albums.create(viewer, body),
    updateAlbum: ({ viewer, params, body }) => albums.update(viewer, params.id, body),
    deleteAlbum: ({ viewer, params }) => albums.remove(viewer, params.id),
  });
