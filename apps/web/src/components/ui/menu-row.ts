/** Style of a row of a menu. */
export const menuRow =
  'flex min-h-11 w-full items-center wrap-anywhere rounded-sm px-3.5 py-2 text-left leading-snug hover:bg-surface-2';
