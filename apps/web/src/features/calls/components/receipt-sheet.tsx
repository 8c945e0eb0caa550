import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GiftId } from '@vlam/contract/gifts';
import { clsx } from 'clsx';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { Earned } from '../../../components/ui/earned.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { RateStars } from '../../../components/ui/rate-stars.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { earnedRand } from '../../../lib/credit-value.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { giftNames } from '../../../lib/gift-names.ts';
import { useCreatorShare } from '../../../lib/share.ts';
import { toastError } from '../../../lib/toast.ts';
import type { CallReceipt } from '../api.ts';
import { clockOf, endingTexts, partnerEndingTexts } from '../labels.ts';

/** How a call ended and its cost per minute, with a star rating. */
export function ReceiptSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('callReceipt', { params: { id } }));
  const call = data?.call;
  const ending = call?.ending;
  const text = ending ? ((call.role === 'partner' ? partnerEndingTexts[ending] : null) ?? endingTexts[ending]) : null;
  return (
    <Sheet
      open
      onClose={onClose}
      title={text ? i18n._(text) : <Trans>Your call</Trans>}
      intro={
        call ? (
          <span className="flex items-center justify-between gap-3">
            {call.other.displayName}
            <SafetyMenu
              person={call.other}
              target={{ type: 'call', id }}
              reportTitle={<Trans>Report this call</Trans>}
            />
          </span>
        ) : undefined
      }
      actions={
        <Button variant="bone" size="lg" full onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <Loading label={t`Loading the receipt`}>
          <SkeletonRows count={2} />
        </Loading>
      ) : null}
      {data ? <Receipt receipt={data} /> : null}
    </Sheet>
  );
}

/** The creator's share, in rand first, with the percentage and whether it was rounded. */
function CreatorShare({ receipt: { call, creatorShare, creatorHeld, platformShare } }: { receipt: CallReceipt }) {
  const percent = useCreatorShare()(call.startTime ?? undefined)?.percent;
  if (creatorShare === null) return null;
  const isRounded = creatorShare * 100 !== (creatorShare + (platformShare ?? 0)) * (percent ?? 0);
  return (
    <>
      <CostRow
        label={
          percent === undefined ? (
            <Trans>You keep</Trans>
          ) : isRounded ? (
            <Trans>You keep ({percent}%, rounded)</Trans>
          ) : (
            <Trans>You keep ({percent}%)</Trans>
          )
        }
      >
        <Earned credits={creatorShare} />
      </CostRow>
      {creatorHeld > 0 ? (
        <CostRow label={<Trans>Held, paid with free credits</Trans>}>{earnedRand(creatorHeld)}</CostRow>
      ) : null}
    </>
  );
}

function Receipt({ receipt }: { receipt: CallReceipt }) {
  const { t } = useLingui();
  const { call, minutes } = receipt;
  if (!call.startTime)
    return (
      <p className="text-muted">
        <Trans>Nothing was charged.</Trans>
      </p>
    );
  const isCaller = call.role === 'caller';
  return (
    <>
      <dl>
        <CostRow label={<Trans comment="When a call began">Began</Trans>}>
          {formatDate(call.startTime)}, {formatTime(call.startTime)}
        </CostRow>
        <CostRow label={<Trans>Lasted</Trans>}>{clockOf(call.duration)}</CostRow>
        {receipt.given > 0 ? (
          <CostRow label={<Trans>Minutes</Trans>}>
            <Plural value={call.totalCost} one="# credit" other="# credits" />
          </CostRow>
        ) : null}
        {receipt.tipsAndGifts.map(({ kind, giftId, credits, givenAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt's lines never change places.
          <CostRow key={index} label={<TipOrGiftName kind={kind} giftId={giftId} at={formatTime(givenAt)} />}>
            <Plural value={credits} one="# credit" other="# credits" />
          </CostRow>
        ))}
        <CostRow label={isCaller ? <Trans>Paid</Trans> : <Trans>They paid</Trans>}>
          <CreditPrice credits={receipt.paid} ofAnother={!isCaller} className="justify-end" />
        </CostRow>
        <CreatorShare receipt={receipt} />
        {receipt.returned > 0 ? (
          <CostRow label={<Trans>Given back</Trans>}>{t`${receipt.returned} credits`}</CostRow>
        ) : null}
      </dl>
      <details className="mt-2 border-line border-t">
        <summary className="flex min-h-11 items-center font-semibold text-sm">
          <Plural value={minutes.length} one="# started minute" other="# started minutes" />
        </summary>
        <ol className="pb-2 text-sm tabular-nums">
          {minutes.map((minute) => (
            <li key={minute.minute} className="flex min-h-9 justify-between gap-4 text-muted">
              <span>
                <Trans>
                  Minute {minute.minute}, from {formatTime(minute.startedAt)}
                </Trans>
              </span>
              <span className={clsx(minute.returned && 'line-through')}>{t`${minute.credits} credits`}</span>
            </li>
          ))}
        </ol>
      </details>
      {isCaller && call.totalCost > 0 ? <Stars id={call.id} given={call.rating} /> : null}
    </>
  );
}

/** Tips and gifts with their times. */
function TipOrGiftName({ kind, giftId, at }: { kind: 'tip' | 'gift'; giftId: string | null; at: string }) {
  const { i18n } = useLingui();
  if (kind === 'tip') return <Trans>Tip, {at}</Trans>;
  const name = giftId === null ? undefined : giftNames[giftId as GiftId];
  return name ? `${i18n._(name)}, ${at}` : <Trans>Gift, {at}</Trans>;
}

/** One to five stars for the creator. */
function Stars({ id, given }: { id: string; given: number | null }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const rate = useMutation({
    mutationFn: (stars: number) => api.rateCall({ params: { id }, body: { stars } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf('callReceipt') });
      void client.invalidateQueries({ queryKey: keyOf('listCallPartners') });
    },
    onError: () => toastError(t`Error`, t`Your stars did not arrive. Try again.`),
  });
  return (
    <RateStars
      title={<Trans>How was it?</Trans>}
      given={given}
      rate={rate}
      className="mt-4 border-line border-t pt-4"
    />
  );
}
