import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { RollingNumber } from '../../components/ui/rolling-number.tsx';
import { PresenceDot } from '../../components/ui/tag.tsx';
import { HomeMap } from '../../features/discovery/components/home-map.tsx';
import { useRefetchOnChange } from '../../features/discovery/live.ts';
import { queryOf } from '../../lib/api.ts';
import { formatTime, formatWeekday } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';

const button = 'px-2.5! lg:px-5.5!';

/** The number of people online, over the map. Visitors see the number of creators in place of messages. */
export function HomeHero({ visitor = false }: { visitor?: boolean }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, dataUpdatedAt, refetch } = useQuery(queryOf('discoveryCounters'));
  useRefetchOnChange('counters', 'interests', () => void refetch());
  const day = data ? formatWeekday(new Date(dataUpdatedAt), language) : '';
  const time = data ? formatTime(new Date(dataUpdatedAt)) : '';
  return (
    <section
      aria-label={t`Right now`}
      className="relative pt-2 lg:grid lg:min-h-97 lg:grid-cols-[minmax(0,1fr)_480px] lg:items-center lg:gap-6 lg:pt-0"
    >
      <div className="pointer-events-none absolute inset-x-[calc(var(--gutter)*-1)] -top-14 -z-1 h-96 overflow-hidden lg:static lg:col-start-2 lg:row-start-1 lg:-my-4 lg:h-auto lg:w-125 lg:overflow-visible">
        <div className="absolute top-9 right-[-102px] w-97.5 [mask:linear-gradient(200deg,#000_42%,transparent_66%)] lg:static lg:w-auto lg:[mask:none]">
          <HomeMap />
        </div>
      </div>
      <div className="lg:col-start-1 lg:row-start-1">
        <p className="flex min-h-5 items-center gap-2 font-semibold text-sm">
          {data ? (
            <>
              <PresenceDot />
              <Trans>
                Live, {day} {time}
              </Trans>
            </>
          ) : null}
        </p>
        <h1 tabIndex={-1} data-title={visitor ? t`Explore` : t`Feed`} className="mt-4">
          <span className="num -ml-[5px] block min-h-[.84em] text-[min(4.75rem,25vw)] leading-[.84]! xs:text-[min(6.5rem,35vw)] lg:text-[8rem]">
            {data ? <RollingNumber value={data.online} /> : null}
          </span>
          <span className="d4 mt-3 block max-w-[260px]">
            <Trans>online right now, from Musina to Muizenberg.</Trans>
          </span>
        </h1>
        <div className={clsx('mt-7.5 grid max-w-[440px]', visitor ? 'grid-cols-2' : 'grid-cols-3')}>
          {visitor || data?.newMessages === 0 ? null : (
            <Counter to="/messages" value={data?.newMessages} label={<Trans>new messages</Trans>} />
          )}
          <Counter to={visitor ? null : '/live'} value={data?.liveShows} label={<Trans>live shows</Trans>} />
          <Counter to={visitor ? null : '/nearby'} value={data?.readyNow} label={<Trans>ready for fun</Trans>} />
        </div>
        <div className="mt-7.5 grid gap-2 xs:grid-cols-[1.12fr_1fr] lg:max-w-[440px] lg:grid-cols-[auto_auto] lg:justify-start">
          {visitor ? (
            <>
              <a href="/signup" className={buttonStyle({ variant: 'primary', className: button })}>
                <Trans>Join free</Trans>
              </a>
              <a href="/login" className={buttonStyle({ variant: 'bone', className: button })}>
                <Trans>Sign In</Trans>
              </a>
            </>
          ) : (
            <>
              <Link to="/nearby" className={buttonStyle({ variant: 'primary', className: button })}>
                <Trans>Find Nearby Flames</Trans>
              </Link>
              <Link to="/marketplace" className={buttonStyle({ variant: 'bone', className: button })}>
                <Trans>Premium Content</Trans>
              </Link>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function Counter({
  to,
  value,
  label,
}: {
  /** Link target; null for visitors, because it leads to members. */
  to: '/messages' | '/nearby' | '/live' | null;
  value: number | undefined;
  label: ReactNode;
}) {
  const variant = 'block min-h-12 border-line-strong border-l py-0.5 pl-3.5 first:border-l-0 first:pl-0 max-xs:pl-2.5';
  const inside = (
    <>
      <span className="num block min-h-[1em] text-[1.625rem] lg:text-[1.875rem]">
        {value === undefined ? null : <RollingNumber value={value} />}
      </span>
      <span className="mt-1 block text-meta text-muted">{label}</span>
    </>
  );
  return to ? (
    <Link to={to} className={variant}>
      {inside}
    </Link>
  ) : (
    <div className={variant}>{inside}</div>
  );
}
