import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Brand } from '../../../components/ui/marks.tsx';
import { queryOf } from '../../../lib/api.ts';
import { bottomBar } from '../../../lib/helpers/bottom-bar.ts';

/** Ids of portraits used only here; no profile has them. */
const examples = {
  ember: '0198c0de-0000-7000-8000-000000000008',
  protea: '0198c0de-0000-7000-8000-000000000005',
  highveld: '0198c0de-0000-7000-8000-000000000009',
} as const;
export type Example = keyof typeof examples;

/** URL of an example portrait. */
export const examplePortrait = (example: Example, size: 'slab' | 'card'): string =>
  `/img/p/${examples[example]}-${size}.webp`;

export interface AuthPageProps {
  example: Example;
  /** Over the bottom of the portrait, on wide screens only. */
  caption: ReactNode;
  /** Top right: link to the other form (sign-in or sign-up). */
  corner?: ReactNode;
  children: ReactNode;
}

/** A form, with a full-height portrait beside it from 1024 px. */
export function AuthPage({ example, caption, corner, children }: AuthPageProps) {
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_min(520px,42vw)]">
      <div className="mx-auto flex min-h-dvh w-full max-w-[592px] flex-col px-4 lg:mx-0 lg:max-w-none lg:px-10 lg:py-5 xl:px-18">
        <div className="flex min-h-(--bar-top) shrink-0 items-center justify-between gap-3">
          <a href="/" className="min-w-11 rounded-sm">
            <Brand />
          </a>
          {corner}
        </div>
        <div className="flex w-full flex-1 flex-col lg:my-auto lg:max-w-[616px] lg:flex-none lg:py-6">{children}</div>
      </div>
      <div className="sticky top-0 hidden h-dvh overflow-hidden bg-surface-2 lg:block">
        <img
          src={examplePortrait(example, 'slab')}
          alt=""
          width={520}
          height={800}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
        <div
          aria-hidden
          className="absolute inset-x-0 top-2/5 bottom-0 bg-linear-to-b from-transparent to-[rgb(10_6_6/.9)]"
        />
        <div className="absolute inset-x-10 bottom-14 text-on-picture">{caption}</div>
      </div>
    </div>
  );
}

/** Buttons of a form, sticky at the bottom on phones. */
export function FormFoot({ children, className }: { children: ReactNode; className?: string }) {
  const { data: settings } = useQuery(queryOf('publicSettings'));
  return (
    <div
      ref={bottomBar}
      className={clsx(
        'sticky bottom-0 -mx-4 mt-auto flex gap-2 border-line border-t bg-bg px-4 pt-2 lg:static lg:mx-0 lg:mt-2 lg:border-0 lg:px-0 lg:pb-0',
        // Room for the demo mark.
        settings?.demo ? 'pb-10' : 'pb-[max(12px,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Style of a standalone link in a form. */
export const quietLink =
  'inline-flex min-h-11 items-center rounded-xs font-semibold text-ember-text text-sm hover:underline';
