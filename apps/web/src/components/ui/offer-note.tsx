import type { ReactNode } from 'react';

interface OfferNoteProps {
  icon: ReactNode;
  /** Buttons: the refusal first. */
  actions: ReactNode;
  children: ReactNode;
}

/** One sentence that offers something, with its refusal and its acceptance. */
export function OfferNote({ icon, actions, children }: OfferNoteProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 [&>svg]:shrink-0 [&>svg]:text-faint">
      {icon}
      <p className="min-w-52 flex-1 text-muted text-sm">{children}</p>
      <div className="-ml-4 flex gap-1 xs:ml-0">{actions}</div>
    </div>
  );
}
