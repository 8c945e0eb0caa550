/** A code without a label, in words: `live.replay_removed` as `Live replay removed`, `holdsSpending` as `Holds spending`. */
export const wordsOf = (code: string): string => {
  const words = code
    .replace(/[._-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
