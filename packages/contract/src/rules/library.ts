/** Limits of a creator's library and albums. */
export const libraryLimits = {
  albums: 50,
  /** Files in one album. */
  files: 100,
  /** People one album is shared with. */
  people: 200,
  /** Days after which an upload that is used nowhere is deleted. */
  unusedDays: 90,
} as const;
