/** Pictures and videos that one item may hold. */
export const itemFiles = { max: 20 } as const;
