import { clsx } from 'clsx';
import { Children, Fragment, type ReactNode } from 'react';

/** Facts separated by dots. No line starts with a dot after wrapping. */
export const Dotted = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={clsx('-ml-3 flex flex-wrap [clip-path:inset(0_0_0_.75rem)]', className)}>
    {Children.toArray(children).map((fact, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: facts of one thing, in their order.
      <Fragment key={index}>
        {index === 0 ? null : ' '}
        <span className="relative inline-flex items-center gap-x-1 pl-3 before:absolute before:left-0 before:w-3 before:text-center before:content-['·']">
          {fact}
        </span>
      </Fragment>
    ))}
  </span>
);
