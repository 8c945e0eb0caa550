import { Plural, Trans } from '@lingui/react/macro';
import Image from 'lucide-react/icons/image';
import type { ReactNode } from 'react';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { bubbleStyle } from '../row-parts/bubble-style.ts';
import { PriceLine } from './broadcast-audience.tsx';

interface BroadcastPreviewProps {
  audience: ReactNode;
  /** Undefined while counting. */
  recipients: number | undefined;
  /** How many get it at each price. */
  prices: readonly { price: number; recipients: number }[];
  /** The time it goes out, as text; null for at once. */
  scheduledFor: string | null;
  content: string;
  /** Attached media and its unlock price in credits; 0 is free. */
  media: { price: number } | null;
}

/** Preview of a broadcast as a recipient sees it, with the number of recipients. */
export function BroadcastPreview(props: BroadcastPreviewProps) {
  const { audience, recipients, prices, scheduledFor, content, media } = props;
  return (
    <>
      <p role="status" className="flex items-baseline gap-2">
        <span className="num text-[2.5rem]/none">{recipients ?? '…'}</span>
        <span className="text-muted text-sm">
          <Plural value={recipients ?? 2} one="person gets this" other="people get this" />
          <span className="block text-faint text-meta">{audience}</span>
        </span>
      </p>
      <PriceLine prices={prices} />
      {scheduledFor ? (
        <p className="text-muted text-sm">
          <Trans>
            It goes out on {scheduledFor} to those who belong to it then. You can cancel it until that moment.
          </Trans>
        </p>
      ) : null}
      <figure className="rounded-md bg-surface-1 p-4">
        <figcaption className="mb-3 text-faint text-meta">
          <Trans>What each of them sees</Trans>
        </figcaption>
        {media ? (
          <p className="mb-1.5 flex w-fit items-center gap-2 rounded-card rounded-bl-[6px] bg-surface-2 px-3.5 py-2.5 font-semibold text-sm">
            <Image size={18} aria-hidden />
            {prices.some(({ price }) => price === 0) && prices.length > 1 ? (
              <Trans>Your attachment, locked for those who pay</Trans>
            ) : media.price > 0 ? (
              <>
                <Trans>Locked until they pay</Trans> <CreditPrice credits={media.price} ofAnother />
              </>
            ) : (
              <Trans>Your attachment, open to all of them</Trans>
            )}
          </p>
        ) : null}
        {content ? <p className={`${bubbleStyle(false)} w-fit max-w-[85%]`}>{content}</p> : null}
      </figure>
      <p className="text-muted text-sm">
        <Trans>The chat appears in your inbox after a reply.</Trans>
      </p>
    </>
  );
}
