import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Brand } from '../../../components/ui/marks.tsx';
import { SiteFooter } from '../../../components/ui/site-footer.tsx';
import { queryOf } from '../../../lib/api.ts';
import { bottomBar } from '../../../lib/helpers/bottom-bar.ts';

const upright = '/img/18-780x860.webp';
const tall = '/img/18-1080x1200.webp';

/** Layout of the age gate: the "18+" picture is above the warning on phones, beside each step from 1024 px. */
export function GatePage({ step, children }: { step: 'warning' | 'form'; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // The pressed button no longer exists: focus the first field, so that a phone shows its keyboard, or the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step starts scrolled to the top.
  useLayoutEffect(() => {
    if (first.current) first.current = false;
    else (main.current?.querySelector('input') ?? main.current?.querySelector('h1'))?.focus();
    scrollTo(0, 0);
  }, [step]);
  const warning = step === 'warning';
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,56.25%)_minmax(0,1fr)]">
      <div
        className={clsx(
          'absolute inset-x-0 top-0 h-[min(430px,52dvh)] bg-surface-2 lg:sticky lg:block lg:h-dvh',
          'mask-b-from-62% lg:mask-none! [[data-theme=light]_&]:mask-b-from-50%',
          !warning && 'hidden',
        )}
      >
        <picture>
          <source media="(min-width: 1024px)" srcSet={tall} />
          <img src={upright} alt="" fetchPriority="high" className="size-full object-cover" />
        </picture>
      </div>
      <header
        className={clsx(
          'absolute top-1.5 left-4 z-1 lg:top-7 lg:left-10 lg:text-on-picture',
          warning && 'text-on-picture',
        )}
      >
        <Brand />
      </header>
      <main
        ref={main}
        className={clsx(
          'relative flex min-h-dvh flex-col px-4 lg:justify-center lg:px-10 lg:py-10 xl:px-18',
          warning ? 'pt-[min(352px,41.5dvh)]' : 'pt-[max(72px,calc(var(--bar-top)+16px))]',
        )}
      >
        {children}
        <SiteFooter className="mt-2 pb-10 lg:pb-0" />
      </main>
    </div>
  );
}

/** Buttons of a step, sticky at the bottom on phones. */
export function GateFoot({ children }: { children: ReactNode }) {
  const { data: settings } = useQuery(queryOf('publicSettings'));
  return (
    <div
      ref={bottomBar}
      className={clsx(
        'sticky bottom-0 -mx-4 mt-auto flex max-w-none flex-col gap-2 bg-bg px-4 pt-4 lg:static lg:mx-0 lg:mt-0 lg:w-full lg:max-w-[420px] lg:px-0 lg:pt-7 lg:pb-4',
        // Room for the demo mark.
        settings?.demo ? 'pb-10' : 'pb-[max(16px,env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  );
}
