import { Trans, useLingui } from '@lingui/react/macro';
import { messagePriceRange } from '@vlam/contract/rules/messaging';
import ImagePlus from 'lucide-react/icons/image-plus';
import Video from 'lucide-react/icons/video';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CreditField, creditsOf } from '../../../components/ui/credit-field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { earnedRand } from '../../../lib/credit-value.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useCreatorShare } from '../../../lib/share.ts';
import { newSlots, type Slot } from '../file-draft.ts';
import { useAttachments } from '../use-attachments.ts';
import { AttachedFiles } from './attached-files.tsx';

export interface Attached {
  /** Media id once the upload is ready; null before, and when nothing is attached. */
  mediaId: string | null;
  price: number;
  /** True while a file is uploading. */
  isPending: boolean;
  /** True when the typed price is invalid: the message must not be sent for free instead. */
  isBadPrice: boolean;
}
export const nothingAttached: Attached = { mediaId: null, price: 0, isPending: false, isBadPrice: false };

const noFiles: readonly Slot[] = [];

/** One photo or video of a broadcast, and its unlock price. */
export function AttachField({ onChange }: { onChange(attached: Attached): void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<{ files: readonly Slot[]; kind: 'photo' | 'video' }>({
    files: noFiles,
    kind: 'photo',
  });
  const [text, setText] = useState('');
  const share = useCreatorShare()();
  const photo = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  const attachments = useAttachments(chosen.files, chosen.kind);
  const [one] = attachments;
  const mediaId = one?.state === 'ready' ? (one.mediaId ?? null) : null;
  const isPending = one !== undefined && mediaId === null;
  const price = creditsOf(text);
  const isTooDear = price > messagePriceRange.max;
  const isTooCheap = price > 0 && price < messagePriceRange.min;
  const isBadPrice = one !== undefined && (isTooDear || isTooCheap || !/^\d*$/.test(text.trim()));
  useEffect(
    () => onChange({ mediaId, price, isPending, isBadPrice }),
    [mediaId, price, isPending, isBadPrice, onChange],
  );
  const pick = (kind: 'photo' | 'video') => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])].slice(0, 1);
    event.currentTarget.value = '';
    if (files.length > 0) setChosen({ files: newSlots(files), kind });
  };
  return (
    <div>
      <input ref={photo} type="file" accept="image/jpeg,image/png,image/webp" hidden onChange={pick('photo')} />
      <input ref={video} type="file" accept="video/mp4,video/quicktime,video/webm" hidden onChange={pick('video')} />
      {one ? (
        <>
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <AttachedFiles attachments={attachments} kind={chosen.kind} />
            </div>
            <IconButton label={t`Remove`} onClick={() => setChosen({ files: noFiles, kind: 'photo' })}>
              <X size={20} />
            </IconButton>
          </div>
          <CreditField
            className="mt-3"
            name="price"
            label={<Trans>Price</Trans>}
            range={messagePriceRange}
            error={
              isTooDear
                ? t`At most ${formatNumber(messagePriceRange.max)} credits`
                : isTooCheap
                  ? t`At least ${messagePriceRange.min} credits`
                  : isBadPrice
                    ? t`Whole credits only`
                    : undefined
            }
            help={
              price > 0
                ? share
                  ? t`You keep ${earnedRand(share.of(price))} of each`
                  : undefined
                : t`Empty sends it for free`
            }
            value={text}
            onChange={setText}
          />
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<ImagePlus size={18} />} onClick={() => photo.current?.click()}>
            <Trans>Add a photo</Trans>
          </Button>
          <Button size="sm" icon={<Video size={18} />} onClick={() => video.current?.click()}>
            <Trans>Add a video</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
