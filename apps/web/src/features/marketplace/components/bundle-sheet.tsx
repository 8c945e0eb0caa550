import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { bundleAccessDays } from '@vlam/contract/rules/bundles';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CostRow, CostSummary } from '../../../components/ui/cost-summary.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { codeOf, messageOf, queryOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { type BundleView, usePurchaseBundle } from '../api.ts';
import { categoryWords } from '../words.ts';
import { RateStars, Rating } from './rating.tsx';

interface BundleSheetProps {
  bundle: BundleView;
  open: boolean;
  onClose(): void;
  /** One item as a tile; open ones can be looked at. */
  tile(item: ContentView): ReactNode;
}

/** What is in a bundle and what it costs; once bought, the way to its items. */
export function BundleSheet({ bundle, open, onClose, tile }: BundleSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={bundle.title} intro={bundle.creatorName}>
      <Detail bundle={bundle} onClose={onClose} tile={tile} />
    </Sheet>
  );
}

function Detail({
  bundle: given,
  onClose,
  tile,
}: {
  bundle: BundleView;
  onClose(): void;
  tile: BundleSheetProps['tile'];
}) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery(queryOf('getBundle', { params: { id: given.id } }));
  const bundle = data?.bundle ?? given;
  const category = categoryWords[bundle.category];
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <Tag>{category ? i18n._(category) : bundle.category}</Tag>
        <Tag>
          <Plural value={bundle.mediaCount} one="# item" other="# items" />
        </Tag>
        {bundle.duration === null ? null : (
          <Tag>
            <Trans>{Math.max(1, Math.round(bundle.duration))} min</Trans>
          </Tag>
        )}
        {bundle.isExclusive ? (
          <Tag icon={<Star />}>
            <Trans>Exclusive</Trans>
          </Tag>
        ) : null}
      </div>
      {bundle.description ? <p className="mt-3">{bundle.description}</p> : null}
      <p className="mt-2 flex flex-wrap gap-x-3 text-meta text-muted">
        <Rating rating={bundle.rating} reviews={bundle.reviews} />
        {bundle.purchases > 0 ? <Plural value={bundle.purchases} one="# sold" other="# sold" /> : null}
        {bundle.tags.length > 0 ? <span>{bundle.tags.join(', ')}</span> : null}
      </p>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="mt-4 grid grid-cols-3 gap-2">
          {data.items.map((item) => (
            <li key={item.id}>{tile(item)}</li>
          ))}
        </ul>
      ) : (
        <Loading label={t`Loading the items`} className="mt-4 grid grid-cols-3 gap-2">
          {['a', 'b', 'c'].map((box) => (
            <Skeleton key={box} className="aspect-[4/5] rounded-md" />
          ))}
        </Loading>
      )}
      {bundle.isOwn ? (
        <p className="mt-5 text-muted">
          <Trans>This bundle is yours. Others pay {bundle.price} credits for it.</Trans>
        </p>
      ) : bundle.isPurchased ? (
        <div className="mt-5">
          {bundle.accessExpiry ? (
            <p className="mb-2 text-muted">
              <Trans>Yours until {formatDate(bundle.accessExpiry, language)}.</Trans>
            </p>
          ) : null}
          <RateStars bundleId={bundle.id} />
        </div>
      ) : (
        <Purchase bundle={bundle} onBought={onClose} />
      )}
    </>
  );
}

function Purchase({ bundle, onBought }: { bundle: BundleView; onBought(): void }) {
  const { t } = useLingui();
  const balance = useBalance();
  const lacks = balance !== undefined && balance < bundle.price;
  const tooFew = t`You need more credits to purchase this content bundle.`;
  const buy = usePurchaseBundle({
    onSuccess: () => {
      toast({ title: t`Purchase Successful!`, text: t`"${bundle.title}" is yours for ${bundleAccessDays} days.` });
      onBought();
    },
    onError: (error) =>
      codeOf(error) === 'INSUFFICIENT_CREDITS'
        ? toastError(t`Insufficient Credits`, tooFew)
        : toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged twice; try again.`),
  });
  const saved = bundle.originalPrice === null ? 0 : bundle.originalPrice - bundle.price;
  return (
    <div className="mt-5">
      <CostSummary price={bundle.price} balance={balance} tooFew={tooFew}>
        {saved > 0 ? (
          <CostRow label={<Trans>One by one</Trans>}>
            <span className="font-normal text-muted">
              {t`${bundle.originalPrice ?? 0} credits`} <Trans>(you save {saved})</Trans>
            </span>
          </CostRow>
        ) : null}
        <CostRow label={<Trans>Access</Trans>}>
          <Plural value={bundleAccessDays} one="# day" other="# days" />
        </CostRow>
      </CostSummary>
      <Button
        variant="primary"
        size="lg"
        full
        className="mt-4"
        disabled={lacks || balance === undefined}
        busy={buy.isPending}
        busyLabel={<Trans>Purchasing</Trans>}
        onClick={() => buy.mutate(bundle.id)}
      >
        <Trans>Purchase Bundle</Trans>
      </Button>
      <p className="mt-3 text-center text-faint text-meta">
        <Trans>Access starts at once, so a purchase can't be taken back.</Trans>
      </p>
    </div>
  );
}
