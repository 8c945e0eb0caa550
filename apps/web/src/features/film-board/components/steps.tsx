import type { ReactNode } from 'react';

/** Numbered steps, one a row. */
export function Steps({
  steps,
  className,
}: {
  steps: readonly { key: string; title: ReactNode; text?: ReactNode }[];
  className?: string;
}) {
  return (
    <ol className={className}>
      {steps.map(({ key, title, text }, index) => (
        <li key={key} className="flex gap-5 border-line border-t py-3.5 first:border-t-0 first:pt-0">
          <span aria-hidden className="num w-6 shrink-0 text-faint text-xl leading-tight">
            {index + 1}
          </span>
          <span className="min-w-0">
            <span className={text ? 'block font-semibold' : 'block text-muted text-sm'}>{title}</span>
            {text ? <span className="mt-0.5 block text-muted text-sm">{text}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
