export const maxTags = 10;
export const maxTagLength = 30;

/** The tags with those typed, as the server stores them: lower case, without #, each once, at most ten. */
export function addTags(tags: readonly string[], typed: string): string[] {
  const words = typed
    .split(/[,\s]+/)
    .map((word) => word.replace(/^#+/, '').toLowerCase().slice(0, maxTagLength))
    .filter(Boolean);
  return [...new Set([...tags, ...words])].slice(0, maxTags);
}
