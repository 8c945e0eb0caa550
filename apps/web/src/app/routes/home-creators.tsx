import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { Closing } from '../../features/discovery/components/closing.tsx';
import { saveData } from '../../lib/device.ts';
import { Link } from '../../lib/router.tsx';
import { HomeFeed } from './home-feed.tsx';

/** Creators' items and the end of the page. */
export function HomeCreators() {
  const [spare, setSpare] = useState(saveData);
  return (
    <>
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
          <HomeFeed />
        )}
      </Section>
      <Closing />
    </>
  );
}
