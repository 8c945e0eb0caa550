/** The key that does the same, drawn on its button; only where there is likely a keyboard. */
export const KeyCap = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="ml-2 hidden size-6 place-items-center rounded-xs font-sans text-micro inset-ring inset-ring-current/40 lg:inline-grid"
  >
    {children}
  </kbd>
);
