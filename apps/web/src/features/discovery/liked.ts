export interface Likeable {
  liked: boolean;
  likeCount: number;
}

/** Optimistic state with the own like toggled. */
export const toggleLiked = <Thing extends Likeable>(thing: Thing): Thing => ({
  ...thing,
  liked: !thing.liked,
  likeCount: Math.max(0, thing.likeCount + (thing.liked ? -1 : 1)),
});

/** How long a removal can be undone, in milliseconds. */
export const undoMs = 6000;
