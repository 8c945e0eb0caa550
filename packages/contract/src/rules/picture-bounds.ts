/** Largest size in which a picture is kept, in pixels; a larger one is made smaller. */
export const pictureBounds = { width: 1440, height: 2880 } as const;
