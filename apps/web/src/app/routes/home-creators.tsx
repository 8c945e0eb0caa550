import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { saveData } from '../../lib/device.ts';
import { Link } from '../../lib/router.tsx';
import { HomeFeed } from './home-feed.tsx';

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
        <HomeFeed />
      )}
    </Section>
  );
}
