import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import Expand from 'lucide-react/icons/expand';
import HandCoins from 'lucide-react/icons/hand-coins';
import Images from 'lucide-react/icons/images';
import Play from 'lucide-react/icons/play';
import Star from 'lucide-react/icons/star';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PayCredits } from '../../../components/pay/pay-credits.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { LevelNote } from '../../../components/ui/level-note.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { TierWay } from '../../../components/ui/tier-way.tsx';
import { queryOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { useSendLater } from '../../../lib/use-send-later.ts';
import { useFreshItem, useUnlock } from '../api.ts';
import { holdsLabel } from '../labels.ts';
import { Comments } from './comments.tsx';
import { ItemMenu } from './item-menu.tsx';
import { LikeButton } from './like-button.tsx';
import { Picture } from './picture.tsx';
import { SaveButton } from './save-button.tsx';
import { SetView } from './set-view.tsx';
import { TipGoal } from './tip-goal.tsx';
import { VipNote } from './vip-note.tsx';

interface ItemSheetProps {
  item: ContentView | null;
  onClose(): void;
  /** Called with the item after it is unlocked. */
  onUnlocked(item: ContentView): void;
  /** Opens a tip for the item; without it there is no tip button. */
  onTip?: ((item: ContentView) => void) | undefined;
  /** Opens the creator's tiers at the one that opens the item; without it a link leads to the creator. */
  onPlan?: ((item: ContentView) => void) | undefined;
  /** Shows an open picture over the whole screen; without it there is no button. */
  onEnlarge?: ((item: ContentView, fileId?: string) => void) | undefined;
  /** The file of the item to begin with. */
  fileId?: string | null | undefined;
  /** URL shown while the item is open. */
  address?: string | undefined;
  /** What its creator may do with an item of their own. */
  manage?: ((item: ContentView) => ReactNode) | undefined;
}

/** Detail of one item: the picture if unlocked, else its price, the balance after, and Unlock. */
export function ItemSheet({
  item,
  onClose,
  onUnlocked,
  onTip,
  onPlan,
  onEnlarge,
  fileId = null,
  address,
  manage,
}: ItemSheetProps) {
  // The last item stays while the sheet slides out.
  const [last, setLast] = useState(item);
  const [unlocked, setUnlocked] = useState<string | null>(null);
  if (item && item !== last) setLast(item);
  const shown = item ?? last;
  if (!shown) return null;
  return (
    <Sheet
      open={item !== null}
      onClose={onClose}
      title={shown.title}
      intro={shown.profile.displayName}
      address={address}
    >
      {shown.isOwn ? manage?.(shown) : null}
      {shown.isLocked ? (
        <LockedItem
          item={shown}
          onUnlocked={(opened) => {
            setUnlocked(opened.id);
            onUnlocked(opened);
          }}
          onClose={onClose}
          onPlan={onPlan}
        />
      ) : (
        <OpenItem
          key={shown.id}
          item={shown}
          fileId={fileId}
          justUnlocked={unlocked === shown.id}
          onEnlarge={onEnlarge}
          onClose={onClose}
        />
      )}
      {/* No one likes, tips or comments on an item that is not published. */}
      {shown.state === undefined || shown.state === 'published' ? (
        <>
          <TipSection item={shown} onTip={onTip} />
          {shown.isOwn ? null : (
            <div className="mt-2 flex justify-end">
              <ItemMenu item={shown} />
            </div>
          )}
          {shown.isLocked ? null : <Comments contentId={shown.id} />}
        </>
      ) : null}
    </Sheet>
  );
}

type OpenItemProps = Pick<ItemSheetProps, 'onEnlarge' | 'onClose'> & {
  item: ContentView;
  fileId: string | null;
  justUnlocked: boolean;
};

function OpenItem({ item: given, fileId, justUnlocked, onEnlarge, onClose }: OpenItemProps) {
  const { t } = useLingui();
  const item = useFreshItem(given);
  const picture = useRef<HTMLDivElement>(null);
  // Focus the item, because the pressed button no longer exists.
  useEffect(() => {
    if (justUnlocked) picture.current?.focus({ preventScroll: true });
  }, [justUnlocked]);
  const ratio = item.width && item.height ? `${item.width} / ${item.height}` : '4 / 5';
  const description = item.description ? <p className="mt-4 text-muted">{item.description}</p> : null;
  if (item.holds)
    return (
      <>
        <SetView
          item={item}
          fileId={fileId}
          frame={picture}
          tabIndex={justUnlocked ? -1 : undefined}
          onEnlarge={onEnlarge}
          onLeave={onClose}
        />
        {description}
      </>
    );
  return (
    <>
      <div
        ref={picture}
        tabIndex={justUnlocked ? -1 : undefined}
        data-slot="toast-free"
        className="reveal relative outline-none mx-auto max-h-[62dvh] w-full sm:max-h-[50dvh] overflow-hidden rounded-card bg-surface-2"
        style={{ aspectRatio: ratio }}
      >
        <Picture
          item={item}
          alt={item.title}
          sizes="(min-width: 768px) 464px, 100vw"
          eager
          className="object-contain!"
        />
        <RatingTag item={item} className="absolute top-3 left-3 bg-picture-tag text-on-picture" />
        {onEnlarge && item.mediaType === 'image' ? (
          // Covers the picture, so that a tap anywhere on it enlarges it.
          <button
            type="button"
            aria-label={t`Enlarge ${item.title}`}
            onClick={() => onEnlarge(item)}
            className="absolute inset-0 flex cursor-zoom-in items-end justify-end p-3 text-on-picture -outline-offset-2"
          >
            <span className="inline-flex size-11 items-center justify-center rounded-pill bg-picture-disc">
              <Expand size={20} strokeWidth={1.75} />
            </span>
          </button>
        ) : null}
        {item.mediaType === 'image' ? null : <PlayLink item={item} onClick={onClose} />}
      </div>
      {description}
    </>
  );
}

/** Covers the poster, so that a tap anywhere on it plays. */
function PlayLink({ item, onClick }: { item: ContentView; onClick(): void }) {
  const { t } = useLingui();
  return (
    <Link
      to="/watch/:id"
      params={{ id: item.id }}
      onClick={onClick}
      aria-label={t`Play ${item.title}`}
      className="absolute inset-0 grid place-items-center text-on-picture -outline-offset-2"
    >
      <span className="inline-flex size-18 items-center justify-center rounded-pill bg-picture-disc">
        <Play size={32} strokeWidth={1.75} className="ml-1" />
      </span>
    </Link>
  );
}

const action =
  'press -ml-3 inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3 font-semibold text-muted text-sm hover:bg-surface-2';

/** Tip goal, likes, and a tip button. */
function TipSection({ item: given, onTip }: { item: ContentView; onTip: ItemSheetProps['onTip'] }) {
  const item = useFreshItem(given);
  return (
    <>
      <TipGoal item={item} />
      <div className="mt-2 flex items-center justify-between">
        <span className="flex flex-wrap items-center gap-x-3">
          <LikeButton item={item} className={action} />
          {item.isOwn ? null : <SaveButton item={item} className={action} />}
        </span>
        {onTip && !item.isOwn ? (
          <Button
            size="sm"
            variant="gold"
            icon={<HandCoins size={18} strokeWidth={1.75} />}
            onClick={() => onTip(item)}
          >
            <Trans>Tip</Trans>
          </Button>
        ) : null}
      </div>
    </>
  );
}

type LockedItemProps = Pick<ItemSheetProps, 'onUnlocked' | 'onClose' | 'onPlan'> & { item: ContentView };

function LockedItem({ item: given, onUnlocked, onClose, onPlan }: LockedItemProps) {
  const { t } = useLingui();
  const fail = useChargeFailure();
  const sendLater = useSendLater();
  const item = useFreshItem(given);
  const { data } = useQuery(queryOf('creditBalance'));
  const { price, title, fromTier, tierName } = item;
  const plan = onPlan && (() => onPlan(item));
  const creatorId = item.profileId;
  const cannotAfford = data !== undefined && data.balance < price;
  const insufficientText = t`You need ${price} credits to unlock this content.`;
  const unlock = useUnlock({
    onSuccess: (opened) => {
      toast({ title: t`Content Unlocked!`, text: t`You can now view "${title}"` });
      onUnlocked(opened);
    },
    onError: (error) => fail(error, insufficientText),
  });
  // A subscription has opened it since.
  const isOpenSince = !item.isLocked && unlock.isIdle;
  useEffect(() => {
    if (isOpenSince) onUnlocked(item);
  }, [isOpenSince, item, onUnlocked]);
  const pay = async () => {
    if (!sendLater) return unlock.mutate({ id: item.id, price });
    const metadata = { contentId: item.id, startNow: true };
    if (await sendLater({ type: 'purchase', amount: price, description: title, metadata })) onClose();
  };
  return (
    <>
      <div className="flex gap-4">
        <div className="relative h-35 w-28 shrink-0 overflow-hidden rounded-md bg-surface-2">
          <Picture item={item} alt="" sizes="112px" />
        </div>
        <div className="flex min-w-0 flex-col justify-center gap-3">
          <div className="flex flex-wrap gap-1.5">
            <RatingTag item={item} />
            {item.isPremium ? (
              <Tag>
                <Trans>Premium Content</Trans>
              </Tag>
            ) : null}
            {item.holds ? <Tag icon={<Images />}>{holdsLabel(item.holds)}</Tag> : null}
            {item.isExclusive ? (
              <Tag icon={<Star />}>
                <Trans>Exclusive</Trans>
              </Tag>
            ) : null}
          </div>
          {item.description ? <p className="text-sm text-muted">{item.description}</p> : null}
        </div>
      </div>
      {item.previewSeconds && item.mediaType !== 'image' ? (
        <Link
          to="/watch/:id"
          params={{ id: item.id }}
          onClick={onClose}
          className={buttonStyle({ variant: 'quiet', full: true, className: 'mt-4' })}
        >
          <Trans>Play the first {item.previewSeconds} seconds free</Trans>
        </Link>
      ) : null}
      <VipNote item={item} className="mt-4 text-muted text-sm" />
      {item.needsLevel ? (
        <LevelNote isPurchased={item.isPurchased} isSold={item.isPremium} onLeave={onClose} />
      ) : price > 0 ? (
        <>
          <div className="mt-5">
            <PayCredits
              price={price}
              balance={data?.balance}
              insufficientText={insufficientText}
              error={unlock.error}
              was={unlock.variables?.price}
              startsNow
              action={sendLater ? t`Unlock when back online, ${price} credits` : t`Unlock for ${price} credits`}
              busy={unlock.isPending}
              busyLabel={<Trans>Unlocking</Trans>}
              onPay={() => void pay()}
            />
          </div>
          {cannotAfford ? null : (
            <p className="mt-3 text-center text-meta text-faint">
              <Trans>It stays open for you for as long as its creator shows it to you.</Trans>
            </p>
          )}
          {fromTier ? (
            <div className="mt-5 border-line border-t pt-5">
              <TierWay {...{ creatorId, fromTier, tierName }} variant="quiet" onOpen={plan} />
            </div>
          ) : null}
        </>
      ) : fromTier ? (
        <>
          <p className="mt-5 text-muted">
            <Trans>This one is not sold on its own.</Trans>
          </p>
          <div className="mt-3">
            <TierWay {...{ creatorId, fromTier, tierName }} variant="bone" onOpen={plan} />
          </div>
        </>
      ) : (
        <>
          <p className="mt-5 text-muted">
            <Trans>This one comes with a subscription to its creator. It is not sold on its own.</Trans>
          </p>
          {plan ? (
            <Button variant="bone" full className="mt-4" onClick={plan}>
              <Trans>See the subscription</Trans>
            </Button>
          ) : (
            <Link
              to="/profile/:id"
              params={{ id: item.profileId }}
              onClick={onClose}
              className={buttonStyle({ variant: 'bone', full: true, className: 'mt-4' })}
            >
              <Trans>See the subscription</Trans>
            </Link>
          )}
        </>
      )}
    </>
  );
}
