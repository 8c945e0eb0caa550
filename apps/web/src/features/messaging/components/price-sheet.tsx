import { Trans, useLingui } from '@lingui/react/macro';
import { clipTypes, pictureTypes } from '@vlam/contract/media';
import { extraMessageCredits, messagePricePresets, messagePriceRange } from '@vlam/contract/rules/messaging';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CostSummary } from '../../../components/ui/cost-summary.tsx';
import { CreditField, creditsOf } from '../../../components/ui/credit-field.tsx';
import { useShareLabel } from '../../../components/ui/share-label.ts';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { api, messageOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { toastError } from '../../../lib/toast.ts';
import { openFileDraft, type Slot } from '../file-draft.ts';
import type { WrittenMessage } from '../types.ts';
import { progressOf, useAttachments } from '../use-attachments.ts';
import { AttachedFiles } from './attached-files.tsx';
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
  const [draft] = useState(() => openFileDraft(profileId, files, kind));
  const [slots, setSlots] = useState<readonly Slot[]>(draft.slots);
  const attachments = useAttachments(slots, kind, draft.note);
  const [preset, setPreset] = useState((draft.first.preset || null) as PresetId | null);
  const [own, setOwn] = useState(draft.first.own);
  const again = useRef<HTMLInputElement>(null);
  useEffect(() => draft.price(preset ?? '', own), [draft, preset, own]);
  const onClose = useCallback(() => {
    draft.drop();
    close();
  }, [draft, close]);
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

  const { failed, missing, ready, sent } = progressOf(attachments);
  const stuck = failed !== undefined || missing > 0;
  const holds = preset && !own.trim() ? bundles[preset] : undefined;
  const chosen = slots.length;
  const percent = Math.round(sent * 100);

  const given = useRef(false);
  useEffect(() => {
    if (!decided || !ready || given.current) return;
    given.current = true;
    const ids = attachments.flatMap((each) => each.mediaId ?? []);
    const [first] = ids;
    const give = (mediaId: string) => {
      onSend({ mediaId, ...decided });
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
  }, [decided, ready, attachments, onSend, onClose, t]);

  const waiting = decided !== undefined && !failed;
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
      <AttachedFiles attachments={attachments} kind={kind} />
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
      {missing > 0 ? (
        <>
          <input
            ref={again}
            type="file"
            multiple={missing > 1}
            accept={(kind === 'photo' ? pictureTypes : clipTypes).join()}
            hidden
            onChange={({ currentTarget }) => {
              const { files: given } = currentTarget;
              if (given?.length) setSlots(draft.fill(slots, [...given]));
              currentTarget.value = '';
            }}
          />
          <Button variant="bone" full className="mt-3" onClick={() => again.current?.click()}>
            {kind === 'video' ? (
              <Trans>Choose the video again</Trans>
            ) : missing === 1 ? (
              <Trans>Choose the photo again</Trans>
            ) : (
              <Trans>Choose {missing} photos again</Trans>
            )}
          </Button>
        </>
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
