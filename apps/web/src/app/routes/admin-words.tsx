import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { PhraseMatches } from '../../features/moderation/words/phrase-matches.tsx';
import { WordLists } from '../../features/moderation/words/word-lists.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Words that are refused or reviewed in texts others read, and where they were found. */
export function Route() {
  const { t } = useLingui();
  const [shown, setShown] = useState<'found' | 'lists'>('found');
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Word lists</Trans>
      </PageTitle>
      <Tabs
        className="mt-4"
        label={t`Word lists`}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: 'found', label: t`Found` },
          { value: 'lists', label: t`Phrases` },
        ]}
      >
        <div className="mt-5">{shown === 'found' ? <PhraseMatches /> : <WordLists />}</div>
      </Tabs>
    </>
  );
}
