/** Items on a creator's tip menu at most. */
export const tipMenuSize = 12;
export const tipMenuText = { name: 60, description: 160 } as const;
