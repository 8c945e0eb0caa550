import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import HandCoins from 'lucide-react/icons/hand-coins';
import Star from 'lucide-react/icons/star';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { PayCredits } from '../../../components/ui/pay-credits.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { useFreshItem, useUnlock } from '../api.ts';
import { Comments } from './comments.tsx';
import { LikeButton } from './like-button.tsx';
import { Picture } from './picture.tsx';
import { TipGoal } from './tip-goal.tsx';
import { VipNote } from './vip-note.tsx';

interface ItemSheetProps {
  item: ContentView | null;
  onClose(): void;
  /** Called with the item after it is unlocked. */
  onUnlocked(item: ContentView): void;
  /** Opens a tip for the item; without it there is no tip button. */
  onTip?: ((item: ContentView) => void) | undefined;
  /** Opens the creator's subscription; without it a link leads to the creator. */
  onSubscribe?: (() => void) | undefined;
}

/** Detail of one item: the picture if unlocked, else its price, the balance after, and Unlock. */
export function ItemSheet({ item, onClose, onUnlocked, onTip, onSubscribe }: ItemSheetProps) {
  // The last item stays while the sheet slides out.
  const [last, setLast] = useState(item);
  const [unlocked, setUnlocked] = useState<string | null>(null);
  if (item && item !== last) setLast(item);
  const shown = item ?? last;
  if (!shown) return null;
  return (
    <Sheet open={item !== null} onClose={onClose} title={shown.title} intro={shown.profile.displayName}>
      {shown.isLocked ? (
        <LockedItem
          item={shown}
          onUnlocked={(opened) => {
            setUnlocked(opened.id);
            onUnlocked(opened);
          }}
          onClose={onClose}
          onSubscribe={onSubscribe}
        />
      ) : (
        <OpenItem item={shown} justUnlocked={unlocked === shown.id} />
      )}
      <TipSection item={shown} onTip={onTip} />
      {shown.isLocked ? null : <Comments contentId={shown.id} />}
    </Sheet>
  );
}

function OpenItem({ item, justUnlocked }: { item: ContentView; justUnlocked: boolean }) {
  const picture = useRef<HTMLDivElement>(null);
  // Focus the item, because the pressed button no longer exists.
  useEffect(() => {
    if (justUnlocked) picture.current?.focus({ preventScroll: true });
  }, [justUnlocked]);
  const ratio = item.width && item.height ? `${item.width} / ${item.height}` : '4 / 5';
  return (
    <>
      <div
        ref={picture}
        tabIndex={justUnlocked ? -1 : undefined}
        data-slot="toast-free"
        className="reveal relative outline-none mx-auto max-h-[62dvh] w-full overflow-hidden rounded-card bg-surface-2"
        style={{ aspectRatio: ratio }}
      >
        <Picture
          item={item}
          alt={item.title}
          sizes="(min-width: 768px) 464px, 100vw"
          eager
          className="object-contain"
        />
      </div>
      {item.description ? <p className="mt-4 text-muted">{item.description}</p> : null}
    </>
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
        <LikeButton item={item} className={action} />
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

type LockedItemProps = Pick<ItemSheetProps, 'onUnlocked' | 'onClose' | 'onSubscribe'> & { item: ContentView };

function LockedItem({ item: given, onUnlocked, onClose, onSubscribe }: LockedItemProps) {
  const { t } = useLingui();
  const fail = useChargeFailure();
  const item = useFreshItem(given);
  const { data } = useQuery(queryOf('creditBalance'));
  const { price, title } = item;
  const cannotAfford = data !== undefined && data.balance < price;
  const insufficientText = t`You need ${price} credits to unlock this content.`;
  const unlock = useUnlock({
    onSuccess: (opened) => {
      toast({ title: t`Content Unlocked!`, text: t`You can now view "${title}"` });
      onUnlocked(opened);
    },
    onError: (error) => fail(error, insufficientText),
  });
  return (
    <>
      <div className="flex gap-4">
        <div className="relative h-35 w-28 shrink-0 overflow-hidden rounded-md bg-surface-2">
          <Picture item={item} alt="" sizes="112px" />
        </div>
        <div className="flex min-w-0 flex-col justify-center gap-3">
          <div className="flex flex-wrap gap-1.5">
            <Tag>
              <Trans>Premium Content</Trans>
            </Tag>
            {item.isExclusive ? (
              <Tag icon={<Star />}>
                <Trans>Exclusive</Trans>
              </Tag>
            ) : null}
          </div>
          {item.description ? <p className="text-sm text-muted">{item.description}</p> : null}
        </div>
      </div>
      <VipNote item={item} className="mt-4 text-muted text-sm" />
      {price > 0 ? (
        <>
          <div className="mt-5">
            <PayCredits
              price={price}
              balance={data?.balance}
              insufficientText={insufficientText}
              error={unlock.error}
              was={unlock.variables?.price}
              startsNow
              action={t`Unlock for ${price} credits`}
              busy={unlock.isPending}
              busyLabel={<Trans>Unlocking</Trans>}
              onPay={() => unlock.mutate({ id: item.id, price })}
            />
          </div>
          {cannotAfford ? null : (
            <p className="mt-3 text-center text-meta text-faint">
              <Trans>It stays open for you for as long as its creator shows it to you.</Trans>
            </p>
          )}
        </>
      ) : (
        <>
          <p className="mt-5 text-muted">
            <Trans>This one comes with a subscription to its creator. It is not sold on its own.</Trans>
          </p>
          {onSubscribe ? (
            <Button variant="bone" full className="mt-4" onClick={onSubscribe}>
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
