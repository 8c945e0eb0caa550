/** Length of a handle, how often it may change within `days`, and how many days an old one still leads to the member. */
export const handleLimits = { min: 3, max: 30, changes: 2, days: 365 } as const;

export type HandleProblem = 'length' | 'signs' | 'digits' | 'reserved' | 'taken';

/** A handle as it is stored: lower case, without the @ before it. */
export const normalizeHandle = (text: string): string => text.normalize('NFKC').trim().replace(/^@/, '').toLowerCase();

/** What is wrong with the shape of a normalised handle, or null. Without a letter it could be a telephone number. */
export function findShapeProblem(handle: string): HandleProblem | null {
  if (/[^a-z0-9._]/.test(handle) || /^[._]|[._]$|[._]{2}/.test(handle)) return 'signs';
  if (handle.length < handleLimits.min || handle.length > handleLimits.max) return 'length';
  return /[a-z]/.test(handle) ? null : 'digits';
}
