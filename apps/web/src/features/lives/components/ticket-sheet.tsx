import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  lateTicketMs,
  leastFailedShowMs,
  leastLiveShowMs,
  liveMegabytesPerMinute,
  livePlanLateMs,
  liveReplayMs,
} from '@vlam/contract/rules/lives';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { PayCredits } from '../../../components/pay/pay-credits.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TierWay } from '../../../components/ui/tier-way.tsx';
import { useBalance } from '../../../lib/balance.ts';
import { newPriceOf } from '../../../lib/price-changed.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { type LiveDetails, type LiveView, useBuyTicket } from '../api.ts';
import { usePlannedTime } from '../planned-time.ts';
import { useElapsed } from '../use-elapsed.ts';

interface TicketSheetProps {
  live: LiveView;
  onBought(live: LiveDetails): void;
  /** Opens the creator's tiers at the one that opens the show. */
  onPlan(): void;
  onClose(): void;
}

/** Price, data and what happens when the show fails, before the ticket is paid for. */
export function TicketSheet({ live, onBought, onPlan, onClose }: TicketSheetProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const fail = useChargeFailure();
  const minutes = Math.floor(useElapsed(live.startedAt) / 60);
  const insufficientText = t`You need more credits to watch this show.`;
  const buy = useBuyTicket({ onBought, onError: (error) => fail(error, insufficientText) });
  const was = live.ticketCredits ?? 0;
  const price = newPriceOf(buy.error) ?? was;
  const timeOf = usePlannedTime();
  const planned = live.plannedFor ? timeOf(live.plannedFor) : null;
  const planLateMinutes = livePlanLateMs / 60_000;
  const shortMinutes = leastLiveShowMs / 60_000;
  const failMinutes = leastFailedShowMs / 60_000;
  const replayDays = liveReplayMs / 86_400_000;
  const lateMinutes = lateTicketMs / 60_000;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={buy.isPending}
      title={live.title}
      intro={
        <>
          {live.creator.displayName},{' '}
          {planned ? (
            <Trans>
              {planned.day} at {planned.time}
            </Trans>
          ) : (
            <>
              <Plural value={minutes} one="live for # minute" other="live for # minutes" />,{' '}
              <Plural value={live.watching} one="# watching" other="# watching" />
            </>
          )}
        </>
      }
    >
      <dl className="mb-2">
        <CostRow label={<Trans>Data</Trans>}>
          <Trans>about {liveMegabytesPerMinute} MB a minute</Trans>
        </CostRow>
        <CostRow label={<Trans>If the show fails</Trans>}>
          <Trans>you get all {price} back</Trans>
        </CostRow>
        <CostRow label={<Trans>Replay</Trans>}>
          {live.replayFor === 'none' ? <Trans>none</Trans> : <Trans>{replayDays} days, unless it is removed</Trans>}
        </CostRow>
        <CostRow label={<Trans>Rated</Trans>}>{live.classification}</CostRow>
      </dl>
      {planned ? (
        <p className="mb-1 text-meta text-muted">
          <Trans>The date is fixed, so a ticket goes back only when the show fails.</Trans>
        </p>
      ) : null}
      <details className="group mb-2">
        <summary className="flex min-h-11 items-center gap-2 font-semibold text-muted text-sm">
          <Trans>When does a show fail?</Trans>
          <ChevronDown size={18} aria-hidden className="group-open:rotate-180" />
        </summary>
        <p className="pb-2 text-meta text-muted">
          <Trans>
            A show fails when it is stopped, has less than {shortMinutes} minutes of picture, or is interrupted for a
            minute in its first {failMinutes} minutes or within {lateMinutes} minutes of your ticket.
          </Trans>{' '}
          {planned ? (
            <Trans>
              It also fails when it is called off, or has not begun {planLateMinutes} minutes after its time.
            </Trans>
          ) : null}
        </p>
      </details>
      <PayCredits
        price={price}
        balance={balance}
        insufficientText={insufficientText}
        error={buy.error}
        was={was}
        startsNow={!planned}
        busy={buy.isPending}
        busyLabel={<Trans>Opening</Trans>}
        action={planned ? <Trans>Buy for {price} credits</Trans> : <Trans>Watch for {price} credits</Trans>}
        onPay={() => buy.mutate({ id: live.id, price, startNow: !planned })}
      />
      {live.fromTier ? (
        <div className="mt-5 border-line border-t pt-5">
          <TierWay
            {...{ creatorId: live.creator.id, fromTier: live.fromTier, tierName: live.tierName }}
            variant="quiet"
            onOpen={onPlan}
          />
        </div>
      ) : null}
    </Sheet>
  );
}
