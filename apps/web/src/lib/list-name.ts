/** Queries whose first page is kept on the device. */
export type ListName =
  | 'available'
  | 'contentFeed'
  | 'nearby'
  | 'listOwned'
  | 'listSaved'
  | 'listLibrary'
  | 'listAlbums'
  | 'listSharedAlbums'
  | 'listConversations';
