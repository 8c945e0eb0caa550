/** A bio of this length earns the bonus for a complete profile, and is what a creator needs. */
export const completeBioLength = 20;
