/** States in which staff list items: what a creator has not published is not theirs to read. */
export const listedStates = ['published', 'review', 'flagged'] as const;
