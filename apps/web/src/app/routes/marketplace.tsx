import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { BalanceLine } from '../../components/ui/balance-line.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import type { BundleFilter, BundleView } from '../../features/marketplace/api.ts';
import { BundleGrid } from '../../features/marketplace/components/bundle-grid.tsx';
import { Filters } from '../../features/marketplace/components/filters.tsx';
import { api } from '../../lib/api.ts';
import { useBalance } from '../../lib/balance.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const Purchases = lazyPart(() =>
  import('../../features/marketplace/components/purchases.tsx').then((module) => module.Purchases),
);
const OwnBundles = lazyPart(() =>
  import('../../features/marketplace/components/own-bundles.tsx').then((module) => module.OwnBundles),
);
const BundleDetail = lazyPart(() => import('./marketplace-bundle.tsx').then((module) => module.BundleDetail));
const BundleEditor = lazyPart(() =>
  import('../../features/marketplace/components/bundle-editor.tsx').then((module) => module.BundleEditor),
);

/** Items of the library that become a bundle: `?bundle=` and their ids. */
const itemsIn = (text: string | null) => text?.split(',').filter(Boolean) ?? [];
const noFilter: BundleFilter = { q: '', category: 'all', price: 'all' };
type TabName = 'browse' | 'purchases' | 'own';

/** Bundles for credits: on sale, bought, and for creators their own. */
export function Route() {
  const { t } = useLingui();
  const fail = useFailure();
  const balance = useBalance();
  const user = useCurrentUser();
  const [tab, setTab] = useState<TabName>(useSearchParam('tab') === 'purchases' ? 'purchases' : 'browse');
  const [filter, setFilter] = useState(noFilter);
  // The last bundle stays while its sheet slides out.
  const [bundle, setBundle] = useState<BundleView | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const bundled = useSearchParam('bundle');
  const [items] = useState(() => itemsIn(bundled));
  const [editing, setEditing] = useState<BundleView | 'new' | null>(items.length > 0 ? 'new' : null);
  const creatorId = user?.creator?.id;
  const changeFilter = useCallback((next: BundleFilter) => setFilter(next), []);
  const open = (next: BundleView) => {
    setBundle(next);
    setIsOpen(true);
  };
  const openById = (id: string) => {
    api.getBundle({ params: { id } }).then((found) => open(found.bundle), fail);
  };
  return (
    <>
      <PageTitle
        lead={<Trans>More of a creator for one price, open for thirty days.</Trans>}
        aside={<BalanceLine balance={balance} />}
      >
        <Trans>Content Marketplace</Trans>
      </PageTitle>
      <Tabs<TabName>
        className="mt-3 lg:mt-6"
        label={t`Content Marketplace`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'browse', label: t`Browse` },
          { value: 'purchases', label: t`Your Purchases` },
          ...(creatorId ? [{ value: 'own' as const, label: t`Your bundles` }] : []),
        ]}
      >
        {tab === 'browse' ? (
          <>
            <Filters filter={filter} onChange={changeFilter} />
            <div className="mt-5">
              <BundleGrid filter={filter} onOpen={open} onClearFilter={() => setFilter(noFilter)} />
            </div>
          </>
        ) : (
          <div className="mt-4">
            <LazyBoundary close={() => setTab('browse')}>
              {tab === 'purchases' ? (
                <Purchases onOpen={openById} onBrowse={() => setTab('browse')} />
              ) : creatorId ? (
                <OwnBundles creatorId={creatorId} onMake={() => setEditing('new')} onChange={setEditing} />
              ) : null}
            </LazyBoundary>
          </div>
        )}
      </Tabs>
      {bundle ? (
        <LazyBoundary close={() => setBundle(null)}>
          <BundleDetail bundle={bundle} open={isOpen} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      ) : null}
      {editing && creatorId ? (
        <LazyBoundary close={() => setEditing(null)}>
          <BundleEditor
            creatorId={creatorId}
            bundle={editing === 'new' ? undefined : editing}
            items={items}
            open
            onClose={() => setEditing(null)}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
}
