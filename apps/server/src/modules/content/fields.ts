export const toCents = (rand: number | null): number | null => (rand === null ? null : Math.round(rand * 100));

/** Tags as they are stored and searched: in lower case, without signs, each once. */
export const toTags = (tags: readonly string[] | undefined): string[] => [
  ...new Set((tags ?? []).map((tag) => tag.replace(/^#+/, '').trim().toLowerCase()).filter(Boolean)),
];
