import { Trans, useLingui } from '@lingui/react/macro';
import { messagePriceRange } from '@vlam/contract/rules/messaging';
import ImagePlus from 'lucide-react/icons/image-plus';
import Images from 'lucide-react/icons/images';
import Video from 'lucide-react/icons/video';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { UploadBox } from '../../../components/uploads/upload-box.tsx';
import { api } from '../../../lib/api.ts';
import { earnedRand } from '../../../lib/credit-value.ts';
import { libraryRequest, type PickedFile } from '../../../lib/helpers/picked-files.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useCreatorShare } from '../../../lib/share.ts';
import { acceptOf, type UploadKind } from '../../../lib/uploads/file-rules.ts';
import { useUploads } from '../../../lib/uploads/use-uploads.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { PickedFiles } from './picked-files.tsx';

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

/** Only one form with a file is open at a time. */
const scope = 'broadcast';

/** One photo or video of a broadcast or welcome message, or files of the library, and the price to unlock it. */
export function AttachField({ onChange }: { onChange(attached: Attached): void }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<UploadKind>('image');
  const uploads = useUploads(scope, kind);
  const { queue } = uploads;
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  /** The attachment of the picked files: the file itself, or an album of them. */
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const fail = useFailure();
  const share = useCreatorShare()();
  const photo = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  const [one] = uploads.items;
  // Closed: the broadcast was sent, or given up.
  useEffect(() => () => queue.clear(scope), [queue]);
  const hasFile = one !== undefined || picked.length > 0;
  const mediaId = picked.length > 0 ? pickedId : one?.step === 'ready' ? one.mediaId : null;
  const isPending = hasFile && mediaId === null;
  const price = creditsOf(text);
  const isTooDear = price > messagePriceRange.max;
  const isTooCheap = price > 0 && price < messagePriceRange.min;
  const isBadPrice = hasFile && (isTooDear || isTooCheap || !/^\d*$/.test(text.trim()));
  useEffect(
    () => onChange({ mediaId, price, isPending, isBadPrice }),
    [mediaId, price, isPending, isBadPrice, onChange],
  );
  const pick = (chosen: UploadKind) => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])].slice(0, 1);
    event.currentTarget.value = '';
    setKind(chosen);
    queue.add(scope, chosen, files);
  };
  const drop = () => {
    setPicked([]);
    setPickedId(null);
  };
  const pickFromLibrary = () =>
    libraryRequest.set({
      purpose: { for: 'message' },
      pick(files) {
        const [first, ...more] = files.picked.map((file) => file.mediaId);
        setPicked(files.picked);
        if (more.length === 0) return setPickedId(first ?? null);
        api.createAlbum({ body: { mediaIds: files.picked.map((file) => file.mediaId) } }).then(
          (album) => setPickedId(album.id),
          (error: Error) => {
            drop();
            fail(error);
          },
        );
      },
    });
  return (
    <div>
      <input ref={photo} type="file" accept={acceptOf.image} hidden onChange={pick('image')} />
      <input ref={video} type="file" accept={acceptOf.clip} hidden onChange={pick('clip')} />
      {hasFile ? (
        <>
          {picked.length > 0 ? (
            <div className="flex items-start gap-2 rounded-card bg-surface-2 p-3">
              <div className="min-w-0 flex-1">
                <PickedFiles files={picked} name={null} />
              </div>
              <IconButton label={t`Remove`} onClick={drop}>
                <X size={20} />
              </IconButton>
            </div>
          ) : (
            <UploadBox uploads={uploads} error={undefined} />
          )}
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
          <Button size="sm" icon={<Images size={18} />} onClick={pickFromLibrary}>
            <Trans>From your library</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
