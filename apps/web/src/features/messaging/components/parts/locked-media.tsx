import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import Video from 'lucide-react/icons/video';
import { Suspense } from 'react';
import { CreditToken } from '../../../../components/ui/marks.tsx';
import { PaidRand } from '../../../../components/ui/paid-rand.tsx';
import { Tag } from '../../../../components/ui/tag.tsx';
import { formatDuration } from '../../../../lib/format.ts';
import { veilSet } from '../../../../lib/helpers/veil.ts';
import { lazyPart } from '../../../../lib/styles.ts';
import { useMessageActions } from '../../row-parts/actions.ts';
import { corner } from '../../row-parts/bubble-style.ts';
import type { MessageView } from '../../types.ts';

const LevelReason = lazyPart(() => import('../level-reason.tsx').then((module) => module.LevelReason));

/** Gradient between picture and text, and the picture's frame. */
export const shade =
  'absolute inset-0 bg-linear-to-b from-[rgb(10_6_6/.35)] via-[rgb(10_6_6/0)] via-40% to-[rgb(10_6_6/.66)]';
export const frame = 'relative w-56 max-w-full overflow-hidden bg-[#221b19] text-on-picture lg:w-66';

function KindTag({ message }: { message: MessageView }) {
  const { mediaType, media } = message;
  return (
    <Tag tone="glass" icon={mediaType === 'video' ? <Video /> : <ImageIcon />}>
      {mediaType === 'video' ? (
        <Trans>Video</Trans>
      ) : media?.album ? (
        <Trans>{media.album.count} photos</Trans>
      ) : (
        <Trans>Photo</Trans>
      )}
      {media?.duration ? <span className="tabular-nums">{formatDuration(media.duration)}</span> : null}
    </Tag>
  );
}

/** Locked media behind its veil, with its price. */
export function Locked({ message }: { message: MessageView }) {
  const { t } = useLingui();
  const actions = useMessageActions();
  const { price, media, mediaType } = message;
  const length = media?.duration ? formatDuration(media.duration) : '';
  const count = media?.album?.count;
  const needsLevel = media?.needsLevel !== undefined;
  const what = needsLevel
    ? mediaType === 'video'
      ? t`Video, rated X18`
      : t`Photo, rated X18`
    : mediaType === 'video'
      ? t`Locked video, ${length}, ${price} credits`
      : count
        ? t`${count} locked photos, ${price} credits`
        : t`Locked photo, ${price} credits`;
  return (
    <section
      aria-label={what}
      className={clsx(
        frame,
        corner(false),
        needsLevel ? 'flex min-h-67 min-w-[min(14rem,100%)] flex-col justify-end' : 'h-67',
      )}
    >
      {media?.previewUrl ? (
        <img
          src={media.previewUrl}
          srcSet={veilSet(media.previewUrl)}
          sizes="(min-width: 1024px) 264px, 224px"
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
      <span aria-hidden className={shade} />
      <span className="absolute top-2.5 left-2.5">
        <KindTag message={message} />
      </span>
      {needsLevel ? (
        <Suspense fallback={null}>
          <LevelReason isPaid={message.isPaid && price > 0} />
        </Suspense>
      ) : (
        <>
          <span
            aria-hidden
            className="-translate-x-1/2 -translate-y-1/2 absolute top-[42%] left-1/2 flex size-14 items-center justify-center rounded-pill bg-[rgb(15_11_11/.6)]"
          >
            <Lock size={24} />
          </span>
          <button
            type="button"
            onClick={() => actions.unlock(message)}
            className="press absolute inset-x-2.5 bottom-2.5 flex h-12 flex-col items-center justify-center whitespace-nowrap rounded-pill leading-tight bg-[#faf3ee] font-bold text-[#1c0703] text-[0.9375rem] hover:bg-white"
          >
            <span className="inline-flex items-center gap-1.5 tabular-nums">
              <Trans>Unlock</Trans>
              <CreditToken size={18} className="fill-[#8a5f00]!" />
              {price}
              <span className="sr-only">
                {' '}
                <Trans>credits</Trans>
              </span>
            </span>
            <PaidRand credits={price} className="font-normal text-[#5c4a41] text-meta" />
          </button>
        </>
      )}
    </section>
  );
}
