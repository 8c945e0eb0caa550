import type { ReactNode } from 'react';
import type { LiveView } from '../api.ts';

/** Shows under a heading; nothing without any. */
export function ShowSection({
  id,
  title,
  shows,
  row,
}: {
  id: string;
  title: ReactNode;
  shows: readonly LiveView[];
  row(live: LiveView): ReactNode;
}) {
  if (shows.length === 0) return null;
  return (
    <section className="mt-14" aria-labelledby={id}>
      <h2 id={id} className="d3">
        {title}
      </h2>
      <ul className="mt-3 lg:grid lg:grid-cols-2 lg:gap-x-8">{shows.map(row)}</ul>
    </section>
  );
}
