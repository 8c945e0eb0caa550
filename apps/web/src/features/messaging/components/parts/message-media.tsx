import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import EyeOff from 'lucide-react/icons/eye-off';
import ImageIcon from 'lucide-react/icons/image';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Video from 'lucide-react/icons/video';
import { useState } from 'react';
import { ClipPlayer } from '../../../../components/ui/clip-player.tsx';
import { useEarnedLabel } from '../../../../components/ui/earned-label.ts';
import { Tag } from '../../../../components/ui/tag.tsx';
import { useMessageActions } from '../../row-parts/actions.ts';
import { corner } from '../../row-parts/bubble-style.ts';
import type { MessageView } from '../../types.ts';
import { frame, Locked, shade } from './locked-media.tsx';
import { useFreshMedia, useRenewal } from './renew-media.ts';

interface MessageMediaProps {
  message: MessageView;
  isOwn: boolean;
  /** Display name of the other member. */
  name: string;
}

/** Ids of pictures revealed in this tab; they stay revealed. */
const seen = new Set<string>();

const otherOf = (message: MessageView, isOwn: boolean) => (isOwn ? message.receiverId : message.senderId);

/** A photo or video in a thread: veiled until paid for, blurred until revealed. */
export function MessageMedia({ message, isOwn, name }: MessageMediaProps) {
  const isAsking = useFreshMedia(otherOf(message, isOwn), message);
  if (!message.isPaid || message.media?.needsLevel) return <Locked message={message} />;
  return message.mediaType === 'video' ? (
    <Clip message={message} isOwn={isOwn} name={name} />
  ) : (
    <Photo message={message} isOwn={isOwn} name={name} isAsking={isAsking} />
  );
}

/** Who opened an own picture or video, and what it brought. */
function SoldLabel({ message: { earned }, name }: { message: MessageView; name: string }) {
  const earnedLabel = useEarnedLabel();
  return earned ? (
    <Trans>
      Unlocked by {name}: {earnedLabel.brief(earned)}
    </Trans>
  ) : (
    <Trans>Unlocked by {name}</Trans>
  );
}

/** Caption of an own picture: its price, and whether it was bought. */
function SoldMark({ message, name }: { message: MessageView; name: string }) {
  const { price, isSold, media } = message;
  const count = media?.album?.count;
  if (price === 0) return null;
  return (
    <>
      {isSold ? (
        <Tag tone="glass" icon={<Check />} className="absolute top-2.5 left-2.5 text-[#7be3b4]!">
          <SoldLabel message={message} name={name} />
        </Tag>
      ) : null}
      <span className="absolute bottom-2.5 left-2.5 text-meta">
        {count ? (
          <Trans>
            {count} photos, {price} credits
          </Trans>
        ) : (
          <Trans>Photo, {price} credits</Trans>
        )}
      </span>
    </>
  );
}

function Photo({ message, isOwn, name, isAsking }: MessageMediaProps & { isAsking: boolean }) {
  const { t } = useLingui();
  const actions = useMessageActions();
  const isTrusted = isOwn || message.price > 0;
  const [clear, setClear] = useState(isTrusted || seen.has(message.id));
  const { media, mediaUrl } = message;
  const small = media?.sources.toSorted((one, other) => one.width - other.width).find((each) => each.width >= 480);
  const src = small?.webp ?? mediaUrl ?? media?.previewUrl;
  const { isBroken, round, came, failed, retry } = useRenewal(otherOf(message, isOwn), message, src ?? '');
  if (!src)
    return (
      <p className={clsx('flex items-center gap-2 bg-surface-2 px-3.5 py-3 text-muted text-sm', corner(isOwn))}>
        <ImageIcon size={18} />
        {media ? (
          <Trans>A photo. You see it once you accept {name}.</Trans>
        ) : (
          <Trans>A photo. You see it when the connection is back.</Trans>
        )}
      </p>
    );
  const isTall = (media?.height ?? 4) >= (media?.width ?? 3);
  const show = () => {
    seen.add(message.id);
    setClear(true);
  };
  return (
    <button
      type="button"
      onClick={() => (isBroken ? void retry() : clear ? actions.view(message) : show())}
      aria-label={
        isBroken
          ? t`The photo didn't load. Try again`
          : clear
            ? isOwn
              ? t`Your photo`
              : t`Photo from ${name}`
            : t`Show the photo from ${name}`
      }
      className={clsx('press block', frame, corner(isOwn), isTall ? 'h-67' : 'h-40')}
    >
      {isAsking || isBroken ? null : (
        <img
          key={round}
          src={src}
          alt=""
          loading="lazy"
          onLoad={came}
          onError={failed}
          className={clsx(
            'absolute inset-0 size-full object-cover transition-[filter,scale] duration-(--dur-3)',
            !clear && 'scale-125 blur-2xl',
          )}
        />
      )}
      {isBroken ? (
        <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-sm">
          <RefreshCw size={24} />
          <span>
            <Trans>The photo didn't load</Trans>
          </span>
          <span className="font-semibold">
            <Trans>Try again</Trans>
          </span>
        </span>
      ) : clear ? null : (
        <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-[rgb(15_11_11/.35)] text-sm font-semibold">
          <EyeOff size={24} />
          <Trans>Tap to see</Trans>
        </span>
      )}
      {isOwn && message.price > 0 ? <span aria-hidden className={shade} /> : null}
      {!isOwn && message.price > 0 ? <OwnedTag /> : null}
      {isOwn ? <SoldMark message={message} name={name} /> : null}
      {media?.album && clear && !(isOwn && message.price > 0) ? (
        <Tag tone="glass" icon={<ImageIcon />} className="absolute right-2.5 bottom-2.5">
          <Trans>{media.album.count} photos</Trans>
        </Tag>
      ) : null}
    </button>
  );
}

function OwnedTag() {
  return (
    <Tag tone="glass" icon={<Check />} className="absolute top-2.5 left-2.5 text-[#7be3b4]!">
      <Trans>Owned</Trans>
    </Tag>
  );
}

function Clip({ message, isOwn, name }: MessageMediaProps) {
  const { t } = useLingui();
  const { media, mediaUrl } = message;
  if (!mediaUrl)
    return (
      <p className={clsx('flex items-center gap-2 bg-surface-2 px-3.5 py-3 text-muted text-sm', corner(isOwn))}>
        <Video size={18} />
        {media ? (
          <Trans>A video. You see it once you accept {name}.</Trans>
        ) : (
          <Trans>A video. You see it when the connection is back.</Trans>
        )}
      </p>
    );
  return (
    <div className={clsx(frame, corner(isOwn))}>
      <ClipPlayer
        mediaId={media?.id ?? message.id}
        src={mediaUrl}
        // An unrequested video shows no frame before it is played.
        poster={isOwn || message.price > 0 ? (media?.previewUrl ?? undefined) : undefined}
        label={isOwn ? t`Your video` : t`Video from ${name}`}
        className="block h-67 w-full bg-black object-contain"
      />
      {isOwn && message.price > 0 ? (
        <p className="flex flex-wrap justify-between gap-x-3 px-3 py-2 text-meta">
          <Trans>Video, {message.price} credits</Trans>
          {message.isSold ? (
            <span className="inline-flex items-center gap-1.5 font-semibold text-[#7be3b4]">
              <Check size={14} />
              <SoldLabel message={message} name={name} />
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
