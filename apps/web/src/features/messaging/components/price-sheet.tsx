import { Trans, useLingui } from '@lingui/react/macro';
import {
  albumRange,
  extraMessageCredits,
  messagePricePresets,
  messagePriceRange,
} from '@vlam/contract/rules/messaging';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CostSummary } from '../../../components/pay/cost-summary.tsx';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useShareLabel } from '../../../components/ui/share-label.ts';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { UploadBox } from '../../../components/uploads/upload-box.tsx';
import { api, messageOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { dropPicked, readPicked } from '../../../lib/helpers/picked-files.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { toastError } from '../../../lib/toast.ts';
import { totalsOf } from '../../../lib/uploads/item.ts';
import { useUploads } from '../../../lib/uploads/use-uploads.ts';
import { openFileDraft, uploadScope } from '../file-draft.ts';
import type { WrittenMessage } from '../types.ts';
import { PickedFiles } from './picked-files.tsx';
import { type PresetId, PresetRows } from './preset-rows.tsx';

/** Presets that price several photos as a bundle. */
const bundles: Partial<Record<PresetId, number>> = { 'bundle-5': 5, 'bundle-10': 10 };

interface PriceSheetProps {
  profileId: string;
  /** Empty when it resumes uploads interrupted by a reload. */
  files: readonly File[];
  kind: 'photo' | 'video';
  name: string;
  /** True when the day's free messages are used up: media that is not for sale costs as a text does. */
  isPastQuota: boolean;
  onClose(): void;
  onSend(message: WrittenMessage): void;
}

/** Sets the unlock price of a photo or video, or none, while it uploads. Only creators sell. */
export function PriceSheet({ profileId, files, kind, name, isPastQuota, onClose: close, onSend }: PriceSheetProps) {
  const { t } = useLingui();
  // Files of the library, instead of those of the device.
  const [picked] = useState(() => (files.length > 0 ? [] : readPicked(profileId)));
  const [draft] = useState(() => openFileDraft(profileId, kind, files.length + picked.length > 0));
  const scope = uploadScope(profileId);
  const uploads = useUploads(scope, kind === 'video' ? 'clip' : 'image');
  const { queue, items } = uploads;
  useEffect(() => {
    if (files.length === 0) return;
    queue.clear(scope);
    queue.add(scope, kind === 'video' ? 'clip' : 'image', files);
  }, [queue, scope, kind, files]);
  const [preset, setPreset] = useState((draft.first.preset || null) as PresetId | null);
  const [own, setOwn] = useState(draft.first.own);
  useEffect(() => draft.price(preset ?? '', own), [draft, preset, own]);
  const onClose = useCallback(() => {
    draft.drop();
    dropPicked(profileId);
    queue.clear(scope);
    close();
  }, [draft, profileId, queue, scope, close]);
  /** Choice made before the upload finished: the unlock price, and the credits sending may cost. */
  const [decided, setDecided] = useState<Pick<WrittenMessage, 'payCredits'> & { price: number }>();
  const balance = useBalance();
  const shareLabel = useShareLabel();
  const cannotPay = isPastQuota && (balance === undefined || balance < extraMessageCredits);
  const sells = useCurrentUser()?.creator !== undefined;
  const presets = messagePricePresets[kind];
  const price = own.trim() ? creditsOf(own) : presets.find((each) => each.id === preset)?.credits;
  const tooHigh = price !== undefined && price > messagePriceRange.max;
  const canSet = price !== undefined && price >= messagePriceRange.min && !tooHigh;

  const isPicked = picked.length > 0;
  const { count, ready: readyCount, progress } = totalsOf(items);
  const chosen = isPicked ? picked.length : count;
  const ready = isPicked || (chosen > 0 && readyCount === chosen);
  const stuck = chosen === 0 || (!isPicked && items.some(({ step }) => step === 'failed' || step === 'missing'));
  const holds = preset && !own.trim() ? bundles[preset] : undefined;
  const percent = Math.round(progress * 100);

  const given = useRef(false);
  useEffect(() => {
    if (!decided || !ready || given.current) return;
    given.current = true;
    const ids = (isPicked ? picked : items).flatMap((each) => each.mediaId ?? []);
    const [first] = ids;
    const give = (mediaId: string) => {
      onSend({ mediaId, ...decided });
      queue.release(items.map(({ id }) => id));
      onClose();
    };
    if (ids.length === 1 && first) give(first);
    else
      api.createAlbum({ body: { mediaIds: ids } }).then(
        (album) => give(album.id),
        (error: unknown) => {
          given.current = false;
          setDecided(undefined);
          toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`);
        },
      );
  }, [decided, ready, isPicked, picked, items, queue, onSend, onClose, t]);

  const waiting = decided !== undefined && !stuck;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={waiting && ready}
      title={
        sells ? (
          <Trans>Set a price</Trans>
        ) : kind === 'video' ? (
          <Trans>Send a video</Trans>
        ) : (
          <Trans>Send a photo</Trans>
        )
      }
      intro={sells ? <Trans>{name} sees a blur until it's unlocked.</Trans> : undefined}
      actions={
        <>
          <Button
            size="lg"
            variant={sells ? 'quiet' : 'primary'}
            disabled={stuck || waiting || cannotPay}
            busy={waiting && decided.price === 0}
            busyLabel={<Trans>Sending</Trans>}
            onClick={() => setDecided({ price: 0, ...(isPastQuota ? { payCredits: extraMessageCredits } : {}) })}
            className="max-xs:px-4!"
          >
            {isPastQuota ? <Trans>Send for {extraMessageCredits} credits</Trans> : <Trans>Send for Free</Trans>}
          </Button>
          {sells ? (
            <Button
              size="lg"
              variant="primary"
              disabled={!canSet || stuck || waiting}
              busy={waiting && decided.price > 0}
              busyLabel={ready ? <Trans>Sending</Trans> : <Trans>Sending {percent}%</Trans>}
              onClick={() => setDecided(price === undefined ? undefined : { price })}
            >
              <Trans>Set Price</Trans>
            </Button>
          ) : null}
        </>
      }
    >
      {isPicked ? (
        <PickedFiles files={picked} name={name} />
      ) : (
        <UploadBox uploads={uploads} max={kind === 'video' ? 1 : albumRange.max} error={undefined} />
      )}
      {isPastQuota ? (
        <div className="mt-4">
          <p className="text-muted text-sm">
            {sells ? (
              <Trans>No free messages left today: without a price it costs you {extraMessageCredits} credits.</Trans>
            ) : (
              <Trans>No free messages left today. They come back at midnight.</Trans>
            )}
          </p>
          {sells ? null : (
            <CostSummary
              price={extraMessageCredits}
              balance={balance}
              insufficientText={t`You need ${extraMessageCredits} credits to send this message.`}
            />
          )}
        </div>
      ) : null}
      {sells ? (
        <>
          <PresetRows
            kind={kind}
            chosen={own.trim() ? null : preset}
            onChoose={(id) => {
              setPreset(id);
              setOwn('');
            }}
          />
          {holds !== undefined && holds !== chosen ? (
            <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
              <Trans>
                This price is meant for {holds} photos. You chose {chosen}.
              </Trans>
            </p>
          ) : null}
          <CreditField
            className="mt-2"
            name="price"
            label={<Trans>Or your own price</Trans>}
            range={messagePriceRange}
            error={tooHigh ? t`At most ${formatNumber(messagePriceRange.max)} credits` : undefined}
            help={canSet && own.trim() ? shareLabel(price) : undefined}
            placeholder={t`At least ${messagePriceRange.min}`}
            value={own}
            onChange={setOwn}
          />
        </>
      ) : null}
    </Sheet>
  );
}
