import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type BundleView, useWithdrawBundle } from '../api.ts';

interface OwnBundlesProps {
  creatorId: string;
  onMake(): void;
  onChange(bundle: BundleView): void;
}

/** A creator's own bundles with their sales; each can be edited or taken off sale. */
export function OwnBundles({ creatorId, onMake, onChange }: OwnBundlesProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listBundles', { query: { creatorId, limit: '50' } }));
  const [withdrawing, setWithdrawing] = useState<BundleView | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading your bundles`}>
        <SkeletonRows />
      </Loading>
    );
  const make = (
    <Button variant="bone" onClick={onMake}>
      <Trans>Make a bundle</Trans>
    </Button>
  );
  if (data.items.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing on sale yet</Trans>}
        text={<Trans>Put two or more of your items together and name one price for all of them.</Trans>}
        action={make}
      />
    );
  return (
    <>
      <ul className="rise">
        {data.items.map((bundle) => (
          <li
            key={bundle.id}
            className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 sm:grid-cols-[64px_minmax(0,1fr)_auto]"
          >
            <img
              src={bundle.previewImage}
              alt=""
              loading="lazy"
              className="size-16 rounded-md bg-surface-2 object-cover"
            />
            <div className="min-w-0">
              <p className="wrap-anywhere font-semibold">{bundle.title}</p>
              <p className="mt-0.5 text-meta text-muted">
                <Plural value={bundle.mediaCount} one="# item" other="# items" />
                {bundle.purchases === 0 ? null : (
                  <>
                    {', '}
                    <Plural value={bundle.purchases} one="# sold" other="# sold" />
                  </>
                )}
              </p>
              <CreditPrice credits={bundle.price} ofAnother size="sm" className="mt-1" />
            </div>
            <div className="col-start-2 flex flex-wrap gap-2 sm:col-start-3">
              <Button size="sm" variant="outline" onClick={() => onChange(bundle)}>
                <Trans>Change</Trans>
              </Button>
              <Button size="sm" variant="outline" onClick={() => setWithdrawing(bundle)}>
                <Trans>Take off sale</Trans>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5">{make}</div>
      <WithdrawSheet bundle={withdrawing} onClose={() => setWithdrawing(null)} />
    </>
  );
}

function WithdrawSheet({ bundle, onClose }: { bundle: BundleView | null; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const withdraw = useWithdrawBundle({
    onSuccess: () => {
      toast({ title: t`Taken off sale` });
      onClose();
    },
    onError: fail,
  });
  return (
    <Sheet
      open={bundle !== null}
      onClose={onClose}
      title={<Trans>Take this bundle off sale?</Trans>}
      intro={t`"${bundle?.title ?? ''}" can't be bought any more. Who bought it keeps their access.`}
      locked={withdraw.isPending}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Take off sale</Trans>}
          variant="danger"
          busy={withdraw.isPending}
          busyLabel={<Trans>Taking off sale</Trans>}
          onConfirm={() => bundle && withdraw.mutate(bundle.id)}
        />
      }
    />
  );
}
