/** Minimum bio length, in characters, for creators and for the bonus for a complete profile. */
export const completeBioLength = 20;
