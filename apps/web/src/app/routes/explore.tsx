import { Trans } from '@lingui/react/macro';
import { Section } from '../../components/ui/page-title.tsx';
import { Trending } from '../../features/discovery/components/trending.tsx';
import { go } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { Below } from './home-below.tsx';
import { HomeHero } from './home-hero.tsx';

const CravingSection = lazyPart(() =>
  import('../../features/discovery/components/craving-section.tsx').then((module) => module.CravingSection),
);
const HeatMap = lazyPart(() =>
  import('../../features/discovery/components/heat-section.tsx').then((module) => module.HeatSection),
);
const Closing = lazyPart(() =>
  import('../../features/discovery/components/closing.tsx').then((module) => module.Closing),
);

/** Home for visitors: counts, cities and trends, and no member's card. */
export function Route() {
  const user = useCurrentUser();
  const visitor = user === null;
  return (
    <>
      <HomeHero visitor={visitor} />
      <Below minHeight="min-h-[700px] lg:min-h-[470px]">
        <CravingSection onPick={() => (visitor ? location.assign('/signup') : go({ to: '/' }))} />
      </Below>
      <Section title={<Trans>Wanted today</Trans>} className="max-w-xl">
        <Trending />
      </Section>
      <Below minHeight="min-h-[1140px] lg:min-h-[720px]">
        <HeatMap />
      </Below>
      <Below minHeight="min-h-48">
        <Closing visitor={visitor} />
      </Below>
    </>
  );
}
