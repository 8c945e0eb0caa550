import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { Cells } from '../../features/privacy/components/cells.tsx';
import { Emergency } from '../../features/privacy/components/emergency.tsx';
import { IncognitoTab } from '../../features/privacy/components/incognito-tab.tsx';
import { OfflineTab } from '../../features/privacy/components/offline-tab.tsx';
import { OwnInformation, type PrivacySheetName } from '../../features/privacy/components/own-information.tsx';
import { Score } from '../../features/privacy/components/score.tsx';
import { queryOf } from '../../lib/api.ts';
import { changeIncognito, incognitoStore, inEffect } from '../../lib/incognito.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../lib/styles.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { clearEverything } from '../clear-everything.ts';
import { LazyBoundary, LazySheet } from '../shell/lazy-boundary.tsx';

const AdvancedTab = lazyPart(() =>
  import('../../features/privacy/components/advanced-tab.tsx').then((module) => module.AdvancedTab),
);
const PrivacySheet = lazyPart(() =>
  import('../../features/discovery/nearby/components/privacy-sheet.tsx').then((module) => module.PrivacySheet),
);
const ContactsSheet = lazyPart(() =>
  import('../../features/privacy/components/contacts-sheet.tsx').then((module) => module.ContactsSheet),
);
const MutedSheet = lazyPart(() =>
  import('../../features/privacy/components/muted-sheet.tsx').then((module) => module.MutedSheet),
);
const StoredSheet = lazyPart(() =>
  import('../../features/privacy/components/stored-sheet.tsx').then((module) => module.StoredSheet),
);

type Tab = 'incognito' | 'offline' | 'advanced' | 'emergency';

/** How well the member is covered, and every switch of it. */
export function Route() {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 1024px)');
  const settings = useStore(incognitoStore);
  const { data } = useQuery(queryOf('privacySettings'));
  const [chosen, setTab] = useState<Tab>('incognito');
  const [sheet, setSheet] = useState<PrivacySheetName>();
  const close = () => setSheet(undefined);
  // What was chosen here takes effect without a reload.
  useEffect(() => {
    void import('../private-device.ts');
    // Draws the disguise that the buttons of an emergency activate.
    void import('../cover.tsx').then((module) => module.watchCover());
  }, []);
  // Another device may have changed it: the server is right.
  const onServer = data?.autoDelete;
  useEffect(() => {
    if (onServer === undefined || (onServer !== null) === incognitoStore.get().autoDeleteMessages) return;
    changeIncognito({ autoDeleteMessages: onServer !== null, ...(onServer ? { autoDeleteDuration: onServer } : {}) });
  }, [onServer]);
  const tab = wide && chosen === 'emergency' ? 'incognito' : chosen;
  const tabs: { value: Tab; label: string }[] = [
    { value: 'incognito', label: t`Incognito Mode` },
    { value: 'offline', label: t`Offline Credits` },
    { value: 'advanced', label: t`Advanced` },
    ...(wide ? [] : [{ value: 'emergency' as const, label: t`Emergency` }]),
  ];
  const emergency = <Emergency onClear={clearEverything} />;
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-16">
      <div className="min-w-0">
        <PageTitle size="d3">
          <Trans>Privacy Center</Trans>
        </PageTitle>
        <Score items={inEffect(settings)} />
        <Cells />
        <Tabs<Tab> label={t`Privacy Center`} className="mt-6" value={tab} onChange={setTab} tabs={tabs}>
          {tab === 'incognito' ? (
            <IncognitoTab />
          ) : tab === 'offline' ? (
            <OfflineTab />
          ) : tab === 'advanced' ? (
            <LazyBoundary>
              <AdvancedTab />
            </LazyBoundary>
          ) : (
            <div className="pt-5">{emergency}</div>
          )}
        </Tabs>
        <OwnInformation onOpen={setSheet} />
      </div>
      {wide ? (
        <section aria-labelledby="emergency" className="sticky top-(--bar-top) pt-4">
          <h2 id="emergency" className="d3 mb-1">
            <Trans>Emergency</Trans>
          </h2>
          {emergency}
        </section>
      ) : null}
      <LazySheet open={sheet === 'seen'} close={close}>
        <PrivacySheet open={sheet === 'seen'} onClose={close} />
      </LazySheet>
      <LazySheet open={sheet === 'contacts'} close={close}>
        <ContactsSheet open={sheet === 'contacts'} onClose={close} />
      </LazySheet>
      <LazySheet open={sheet === 'muted'} close={close}>
        <MutedSheet open={sheet === 'muted'} onClose={close} />
      </LazySheet>
      <LazySheet open={sheet === 'stored'} close={close}>
        <StoredSheet open={sheet === 'stored'} onClose={close} />
      </LazySheet>
    </div>
  );
}
