/** Bounds of the creators' share in percent: above, the platform would get nothing of the smallest price. */
export const shareRange = { min: 50, max: 85 } as const;
/** Days between the announcement of a share and its start: creators can leave before they get less. */
export const shareNoticeDays = { lower: 30, higher: 1 } as const;

/** Days of notice that a change of the share needs. */
export const noticeDaysOf = (from: number, to: number): number =>
  to < from ? shareNoticeDays.lower : shareNoticeDays.higher;
