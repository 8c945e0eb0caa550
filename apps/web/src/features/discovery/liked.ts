interface Likeable {
  liked: boolean;
  likeCount: number;
}

/** The same with the own like given or taken back, as it shows before the server has answered. */
export const toggled = <Thing extends Likeable>(thing: Thing): Thing => ({
  ...thing,
  liked: !thing.liked,
  likeCount: Math.max(0, thing.likeCount + (thing.liked ? -1 : 1)),
});

/** How long what is taken down can be kept after all, in milliseconds. */
export const undoMs = 6000;
