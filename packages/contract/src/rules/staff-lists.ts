/** Lists of staff whose filters can be saved. */
export const savedLists = ['reports', 'content', 'takedowns'] as const;
/** Items of one bulk action. */
export const maxBulkItems = 100;
/** A name of a saved filter is at most this long. */
export const maxFilterName = 40;
/** How long a bulk action can be undone, in minutes. */
export const bulkUndoMinutes = 10;
/** Rows of one export. */
export const maxExportRows = 10_000;
