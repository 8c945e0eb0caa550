import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MatchSheet, type MatchSheetProps } from '../../components/ui/match-sheet.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { MatchList } from '../../features/matching/components/match-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { useFlames } from '../../lib/flames.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const Preferences = lazyPart(() =>
  import('../../features/matching/components/preferences.tsx').then((module) => module.Preferences),
);
const Analytics = lazyPart(() =>
  import('../../features/matching/components/analytics.tsx').then((module) => module.Analytics),
);

type Tab = 'matches' | 'preferences' | 'analytics';

/** Matches by the member's own preferences and weights. */
export function Route() {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('matches');
  const { data: preferences } = useQuery(queryOf('matchPreferences'));
  const [matched, setMatched] = useState<MatchSheetProps['person']>(null);
  const flames = useFlames({ onMatch: setMatched });
  return (
    <>
      <PageTitle
        lead={
          <Trans>People who fit you, with every point explained. The weights are yours, and so is the way out.</Trans>
        }
      >
        <Trans>Smart Matching</Trans>
      </PageTitle>
      <Tabs<Tab>
        className="mt-6"
        label={t`Smart Matching`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'matches', label: t`Smart Matches` },
          { value: 'preferences', label: t`Preferences` },
          { value: 'analytics', label: t`Analytics` },
        ]}
      >
        {tab === 'matches' ? (
          <MatchList
            enabled={preferences?.enabled ?? true}
            isFlamed={flames.isFlamed}
            onFlame={flames.send}
            onPreferences={() => setTab('preferences')}
          />
        ) : tab === 'preferences' ? (
          <LazyBoundary>
            <Preferences />
          </LazyBoundary>
        ) : (
          <LazyBoundary>
            <Analytics />
          </LazyBoundary>
        )}
      </Tabs>
      <MatchSheet person={matched} onClose={() => setMatched(null)} />
    </>
  );
}
