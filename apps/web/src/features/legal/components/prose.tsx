import type { ReactNode } from 'react';

/** A numbered-free section of a legal page. */
export const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="mt-9 break-inside-avoid">
    <h2 className="d4">{title}</h2>
    <div className="mt-2.5 grid gap-3 leading-relaxed">{children}</div>
  </section>
);

export const Points = ({ children }: { children: ReactNode }) => (
  <ul className="grid list-disc gap-1.5 pl-5 marker:text-faint">{children}</ul>
);
