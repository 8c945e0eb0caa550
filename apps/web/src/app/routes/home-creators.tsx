import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { saveData } from '../../lib/device.ts';
import { Link } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

// Who saves data asks for it first.
const HomeFeed = lazyPart(() => import('./home-feed.tsx').then((module) => module.HomeFeed));

/** Creators' items, those that the member follows first. */
export function HomeCreators() {
  const [spare, setSpare] = useState(saveData);
  return (
    <Section
      title={<Trans>From creators</Trans>}
      aside={
        <Link to="/creators" className={sectionLink}>
          <Trans>All creators</Trans>
        </Link>
      }
    >
      {spare ? (
        <Button onClick={() => setSpare(false)}>
          <Trans>Show what creators posted</Trans>
        </Button>
      ) : (
        <LazyBoundary>
          <HomeFeed />
        </LazyBoundary>
      )}
    </Section>
  );
}
