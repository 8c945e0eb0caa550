/** A code that staff search for, small beside its words. */
export const Code = ({ children }: { children: string }) => (
  <span className="wrap-anywhere font-mono font-normal text-faint text-micro">{children}</span>
);
