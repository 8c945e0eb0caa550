import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { bundleAccessDays } from '@vlam/contract/rules/bundles';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { CostRow, CostSummary } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { PriceChanged } from '../../../components/pay/price-changed.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { LevelNote } from '../../../components/ui/level-note.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { type BundleView, usePurchaseBundle } from '../api.ts';
import { bundleCategoryLabels } from '../labels.ts';
import { RateBundle, Rating } from './rating.tsx';

interface BundleSheetProps {
  bundle: BundleView;
  open: boolean;
  onClose(): void;
  renderItem(item: ContentView): ReactNode;
}

/** A bundle's items and price; after the purchase its items can be opened. */
export function BundleSheet({ bundle: given, open, onClose, renderItem }: BundleSheetProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const fail = useChargeFailure();
  const answer = useQuery({
    ...queryOf('getBundle', { params: { id: given.id } }),
    // The price must be current.
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: open,
  });
  const bundle = answer.data?.bundle ?? given;
  const cannotAfford = balance !== undefined && balance < bundle.price;
  const insufficientText = t`You need more credits to purchase this content bundle.`;
  const buy = usePurchaseBundle({
    onSuccess: () => {
      toast({ title: t`Purchase Successful!`, text: t`"${bundle.title}" is yours for ${bundleAccessDays} days.` });
      onClose();
    },
    onError: (error) => fail(error, insufficientText),
  });
  const needsLevel = answer.data?.items.some((item) => item.needsLevel) ?? false;
  const isOffered = !bundle.isOwn && !bundle.isPurchased;
  const isOnSale = isOffered && !needsLevel;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={bundle.title}
      intro={bundle.creatorName}
      locked={buy.isPending}
      actions={
        isOnSale ? (
          <>
            {/* Beside the button, because the scrolled content may be out of sight. */}
            <PriceChanged error={buy.error} was={buy.variables?.price} className="w-full" />
            <PayButton
              startsNow={!cannotAfford}
              className="w-full"
              disabled={cannotAfford || balance === undefined}
              busy={buy.isPending}
              busyLabel={<Trans>Purchasing</Trans>}
              onClick={() => buy.mutate({ id: bundle.id, price: bundle.price })}
            >
              <Trans>Purchase Bundle for {bundle.price} credits</Trans>
            </PayButton>
          </>
        ) : null
      }
    >
      <Facts bundle={bundle}>
        {bundle.isOwn ? null : (
          <SafetyMenu
            person={{ id: bundle.creatorId, displayName: bundle.creatorName }}
            target={{ type: 'bundle', id: bundle.id }}
            reportTitle={<Trans>Report this bundle</Trans>}
            onBlocked={onClose}
          />
        )}
      </Facts>
      <Items bundle={bundle} answer={answer} renderItem={renderItem} />
      {isOffered && needsLevel ? (
        <LevelNote isBundle isSold isPurchased={false} onLeave={onClose} />
      ) : isOnSale ? (
        <Cost bundle={bundle} balance={balance} insufficientText={insufficientText} />
      ) : (
        <OwnedState bundle={bundle} />
      )}
    </Sheet>
  );
}

function Facts({ bundle, children }: { bundle: BundleView; children: ReactNode }) {
  const { i18n } = useLingui();
  const category = bundleCategoryLabels[bundle.category];
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
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap gap-x-3 text-meta text-muted">
          <Rating rating={bundle.rating} reviews={bundle.reviews} />
          {bundle.purchases > 0 ? <Plural value={bundle.purchases} one="# sold" other="# sold" /> : null}
          {bundle.tags.length > 0 ? <span>{bundle.tags.join(', ')}</span> : null}
        </p>
        {children}
      </div>
    </>
  );
}

const row = 'no-scrollbar -mx-1 mt-2 flex gap-2 overflow-x-auto px-1';

interface ItemsProps {
  bundle: BundleView;
  answer: UseQueryResult<Answer<'getBundle'>>;
  renderItem: BundleSheetProps['renderItem'];
}

/** A scrolling row of veiled previews before the purchase, a grid of open items after it. */
function Items({ bundle, answer, renderItem }: ItemsProps) {
  const { t } = useLingui();
  const { data, error, refetch } = answer;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the items`} className={row}>
        {['a', 'b', 'c'].map((box) => (
          <Skeleton key={box} className="aspect-[4/5] w-28 shrink-0 rounded-md" />
        ))}
      </Loading>
    );
  if (bundle.isPurchased || bundle.isOwn)
    return (
      <ul className="mt-4 grid grid-cols-2 gap-2">
        {data.items.map((item) => (
          <li key={item.id}>{renderItem(item)}</li>
        ))}
      </ul>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <ul tabIndex={0} aria-label={t`What is inside`} className={row}>
      {data.items.map(({ id, title, previewUrl }) => (
        <li key={id} className="w-28 shrink-0">
          <img
            src={previewUrl}
            alt=""
            loading="lazy"
            className="block aspect-[4/5] w-full rounded-md bg-surface-2 object-cover"
          />
          <span className="mt-1.5 block wrap-anywhere text-meta text-muted">{title}</span>
        </li>
      ))}
    </ul>
  );
}

function Cost({
  bundle,
  balance,
  insufficientText,
}: {
  bundle: BundleView;
  balance: number | undefined;
  insufficientText: string;
}) {
  const { t } = useLingui();
  const { price, originalPrice } = bundle;
  const saved = originalPrice === null ? 0 : originalPrice - price;
  return (
    <div className="mt-4">
      <CostSummary price={price} balance={balance} insufficientText={insufficientText}>
        {saved > 0 ? (
          <CostRow label={<Trans>One by one</Trans>}>
            <span className="font-normal text-muted">
              {t`${originalPrice ?? 0} credits`} <Trans>(you save {saved})</Trans>
            </span>
          </CostRow>
        ) : null}
      </CostSummary>
      <p className="mt-3 text-meta text-muted">
        <Trans>Open for {bundleAccessDays} days from now.</Trans>
      </p>
    </div>
  );
}

function OwnedState({ bundle }: { bundle: BundleView }) {
  const language = useStore(languageStore);
  if (bundle.isOwn)
    return (
      <p className="mt-5 text-muted">
        <Trans>This bundle is yours. Others pay {bundle.price} credits for it.</Trans>
      </p>
    );
  return (
    <div className="mt-5">
      {bundle.accessExpiry ? (
        <p className="mb-2 text-muted">
          <Trans>Yours until {formatDate(bundle.accessExpiry, language)}.</Trans>
        </p>
      ) : null}
      <RateBundle bundleId={bundle.id} given={bundle.ownRating} />
    </div>
  );
}
