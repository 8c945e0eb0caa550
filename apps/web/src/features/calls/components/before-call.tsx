import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { countAffordableMinutes } from '@vlam/contract/rules/calls';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import Video from 'lucide-react/icons/video';
import VideoOff from 'lucide-react/icons/video-off';
import { CostRow, CostSummary } from '../../../components/pay/cost-summary.tsx';
import { PayButton } from '../../../components/pay/pay-button.tsx';
import { PriceChanged } from '../../../components/pay/price-changed.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { LiveVideo } from '../../../components/ui/live-video.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { codeOf, messageOf, queryOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import type { OwnMedia } from '../../../lib/own-media.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useStore } from '../../../lib/store.ts';
import { toastError } from '../../../lib/toast.ts';
import { type CallPartner, useStartCall } from '../api.ts';
import { problemTexts } from '../labels.ts';
import { AddressNote } from './address-note.tsx';
import { DeviceFields } from './device-fields.tsx';

interface BeforeCallProps {
  partner: CallPartner;
  media: OwnMedia;
  onClose(): void;
}

/** Before a call: preview, price per minute, how long the balance lasts, and the call button. */
export function BeforeCall({ partner, media, onClose }: BeforeCallProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const { displayName } = partner;
  const start = useStartCall({
    onError: (error) => {
      const code = codeOf(error);
      if (code === 'PRICE_CHANGED') return;
      if (code === 'INSUFFICIENT_CREDITS') return toastError(t`Insufficient Credits`, insufficientText);
      toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged; try again.`);
    },
  });
  const now = useQuery({ ...queryOf('getCallPartner', { params: { id: partner.id } }), staleTime: 0 }).data;
  const rate = newPriceOf(start.error) ?? now?.creditsPerMinute ?? partner.creditsPerMinute;
  const insufficientText = t`You need ${rate} credits for the first minute.`;
  const lasts = balance === undefined ? null : countAffordableMinutes(balance, rate);
  return (
    <Sheet
      open
      onClose={onClose}
      locked={start.isPending}
      title={t`Call ${displayName}`}
      actions={
        <>
          {/* Visible on the smallest screens, because the button beside it agrees to the price. */}
          <PriceChanged error={start.error} was={start.variables?.creditsPerMinute} className="w-full" />
          <PayButton
            startsNow={
              <Trans>
                A minute that has begun is not refunded, unless the call breaks off within its first ten seconds.
              </Trans>
            }
            className="w-full"
            disabled={balance === undefined || balance < rate || !partner.isOnline}
            busy={start.isPending}
            busyLabel={<Trans>Ringing</Trans>}
            onClick={() => start.mutate({ ...partner, creditsPerMinute: rate })}
          >
            <Trans>Call for {rate} credits a minute</Trans>
          </PayButton>
        </>
      }
    >
      <Preview media={media} />
      <div className="mt-2">
        <CostSummary
          price={rate}
          balance={balance}
          insufficientText={insufficientText}
          priceLabel={<Trans>Each started minute</Trans>}
          afterLabel={<Trans>After the first minute</Trans>}
        >
          {lasts === null ? null : (
            <CostRow label={<Trans>Your balance lasts for</Trans>}>
              <Plural value={lasts} one="# minute" other="# minutes" />
            </CostRow>
          )}
        </CostSummary>
      </div>
      <p className="mt-3 text-meta text-muted">
        <Trans>Nothing is charged while it rings. The first minute begins when you are both connected.</Trans>
      </p>
      <AddressNote relayed={partner.relayed} className="mt-1 text-muted" />
      <details className="mt-2">
        <summary className="flex min-h-11 items-center font-semibold text-sm">
          <Trans>Choose camera and microphone</Trans>
        </summary>
        <DeviceFields media={media} />
      </details>
    </Sheet>
  );
}

/** Preview of the own camera, with its switches. */
function Preview({ media }: { media: OwnMedia }) {
  const { t, i18n } = useLingui();
  const { stream, opening, microphone, camera, audioProblem, videoProblem } = useStore(media);
  const problems = [
    audioProblem ? problemTexts.audio[audioProblem] : null,
    videoProblem ? problemTexts.video[videoProblem] : null,
  ].flatMap((text) => text ?? []);
  return (
    <>
      <div className="relative aspect-16/10 overflow-hidden rounded-md bg-[#171112] text-on-picture">
        {camera ? (
          <LiveVideo stream={stream} label={t`How they will see you`} muted mirrored className="size-full" />
        ) : (
          <p className="absolute inset-0 grid place-items-center px-6 text-center text-on-picture-2 text-sm">
            {opening ? <Trans>Asking for your camera and microphone</Trans> : <Trans>Your camera is off</Trans>}
          </p>
        )}
        <div className="absolute bottom-3 left-3 flex gap-2">
          <IconButton
            variant="glass"
            aria-pressed={!microphone}
            label={microphone ? t`Mute microphone` : t`Unmute microphone`}
            disabled={audioProblem !== null}
            onClick={() => media.setMicrophone(!microphone)}
          >
            {microphone ? <Mic size={20} /> : <MicOff size={20} />}
          </IconButton>
          <IconButton
            variant="glass"
            aria-pressed={!camera}
            label={camera ? t`Turn camera off` : t`Turn camera on`}
            disabled={opening}
            onClick={() => void media.setCamera(!camera)}
          >
            {camera ? <Video size={20} /> : <VideoOff size={20} />}
          </IconButton>
        </div>
      </div>
      {problems.length > 0 ? (
        <div role="status" className="mt-3 rounded-md bg-warning-soft px-4 py-3 text-sm">
          {problems.map((text) => (
            <p key={text.id}>{i18n._(text)}</p>
          ))}
          <Button size="sm" className="mt-2" onClick={() => void media.open()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
    </>
  );
}
