/** Plays or pauses. A browser may refuse to play; then it stays paused. */
export const togglePlaying = (media: HTMLMediaElement): void => {
  if (media.paused) media.play().catch(() => undefined);
  else media.pause();
};

export const toggleSound = (media: HTMLMediaElement): void => {
  media.muted = !media.muted;
};

/** Moves by seconds, within what there is. */
export const skip = (media: HTMLMediaElement, seconds: number): void => {
  const end = Number.isFinite(media.duration) ? media.duration : Number.POSITIVE_INFINITY;
  media.currentTime = Math.min(end, Math.max(0, media.currentTime + seconds));
};
