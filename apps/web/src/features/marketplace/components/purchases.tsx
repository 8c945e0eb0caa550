import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { BundlePurchase } from '../api.ts';
import { daysLeft } from '../days-left.ts';

interface PurchasesProps {
  onOpen(bundleId: string): void;
  onBrowse(): void;
}

/** The member's purchases, with the days of access left. */
export function Purchases({ onOpen, onBrowse }: PurchasesProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listBundlePurchases', { query: { limit: '50' } }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading your purchases`}>
        <SkeletonRows />
      </Loading>
    );
  if (data.items.length === 0)
    return (
      <EmptyState
        title={<Trans>No purchases yet</Trans>}
        text={<Trans>A bundle you buy stays open for thirty days and is listed here.</Trans>}
        action={
          <Button variant="bone" onClick={onBrowse}>
            <Trans>Browse bundles</Trans>
          </Button>
        }
      />
    );
  return (
    <ul className="rise">
      {data.items.map((purchase) => (
        <Row key={purchase.id} purchase={purchase} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Row({ purchase, onOpen }: { purchase: BundlePurchase; onOpen(bundleId: string): void }) {
  const language = useStore(languageStore);
  const [now] = useState(() => new Date());
  const left = daysLeft(purchase.accessExpiry, now);
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-[1_1_180px]">
        <p className="wrap-anywhere font-semibold">{purchase.bundleTitle}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-meta text-muted">
          <span>{purchase.creatorName}</span>
          <span className="text-faint">{formatDate(purchase.purchaseDate, language)}</span>
          <span className="inline-flex items-center gap-1 text-gold tabular-nums">
            <CreditToken />
            {formatNumber(purchase.price)}
          </span>
        </p>
      </div>
      {left > 0 ? (
        <>
          <Tag tone={left <= 3 ? 'warning' : 'online'}>
            <Plural value={left} one="# day left" other="# days left" />
          </Tag>
          <Button size="sm" onClick={() => onOpen(purchase.bundleId)}>
            <Trans>View Content</Trans>
          </Button>
        </>
      ) : (
        <Tag>
          <Trans>Access ended</Trans>
        </Tag>
      )}
    </li>
  );
}
