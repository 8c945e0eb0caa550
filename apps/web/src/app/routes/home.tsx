import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { Section } from '../../components/ui/page-title.tsx';
import { RollingNumber } from '../../components/ui/rolling-number.tsx';
import { PresenceDot } from '../../components/ui/tag.tsx';
import { keyOf, queryOf } from '../../lib/api.ts';
import { formatTime, formatWeekday } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';
import { useInView } from '../../lib/use-in-view.ts';
import { HomeFeed } from './home-feed.tsx';

/** Home of a signed-in person. */
export function Route() {
  return (
    <>
      <Hero />
      <FeedSection />
    </>
  );
}

/** The feed and what is said about the sections to come. What did not come with the page is asked for when in view. */
function FeedSection() {
  const [ref, inView] = useInView<HTMLDivElement>();
  const client = useQueryClient();
  const [here] = useState(() => client.getQueryData(keyOf('contentFeed')) !== undefined);
  return (
    <>
      <Section title={<Trans>From creators</Trans>}>
        <div ref={ref} className="min-h-80">
          {here || inView ? <HomeFeed /> : null}
        </div>
      </Section>
      <p className="mt-6 max-w-[60ch] text-faint text-sm">
        <Trans>
          Available Right Now, What People Are Craving, Live Social Activity and the National Heat Map join here with
          discovery.
        </Trans>
      </p>
    </>
  );
}

function Hero() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, dataUpdatedAt } = useQuery(queryOf('discoveryCounters'));
  const day = data ? formatWeekday(new Date(dataUpdatedAt), language) : '';
  const time = data ? formatTime(new Date(dataUpdatedAt)) : '';
  return (
    <section aria-label={t`Right now`} className="pt-2 lg:pt-4">
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
      <h1 tabIndex={-1} data-title={t`Feed`} className="mt-4">
        <span className="num -ml-[5px] block min-h-[.84em] text-[76px] leading-[.84]! xs:text-[104px] lg:text-[128px]">
          {data ? <RollingNumber value={data.online} /> : null}
        </span>
        <span className="d4 mt-3 block max-w-[260px]">
          <Trans>online right now, from Musina to Muizenberg.</Trans>
        </span>
      </h1>
      <div className="mt-7.5 grid max-w-[440px] grid-cols-3">
        <Counter to="/messages" value={data?.newMessages} label={<Trans>new messages</Trans>} />
        <Counter to="/video-chat" value={data?.liveShows} label={<Trans>live shows</Trans>} />
        <Counter to="/nearby" value={data?.readyNow} label={<Trans>ready for fun</Trans>} />
      </div>
      <div className="mt-7.5 grid gap-2 xs:grid-cols-[1.12fr_1fr] lg:max-w-[440px] lg:grid-cols-[auto_auto] lg:justify-start">
        <Link to="/nearby" className={buttonStyle({ variant: 'primary', className: 'px-2.5! lg:px-5.5!' })}>
          <Trans>Find Nearby Flames</Trans>
        </Link>
        <Link to="/marketplace" className={buttonStyle({ variant: 'bone', className: 'px-2.5! lg:px-5.5!' })}>
          <Trans>Premium Content</Trans>
        </Link>
      </div>
    </section>
  );
}

function Counter({
  to,
  value,
  label,
}: {
  to: '/messages' | '/video-chat' | '/nearby';
  value: number | undefined;
  label: ReactNode;
}) {
  return (
    <Link
      to={to}
      className="block min-h-12 border-line-strong border-l py-0.5 pl-3.5 first:border-l-0 first:pl-0 max-xs:pl-2.5"
    >
      <span className="num block min-h-[1em] text-[26px] lg:text-[30px]">
        {value === undefined ? null : <RollingNumber value={value} />}
      </span>
      <span className="mt-1 block text-meta text-muted">{label}</span>
    </Link>
  );
}
