import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { earnedRand } from '../../../lib/credit-value.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useCreatorShare } from '../../../lib/share.ts';
import type { CallView } from '../api.ts';
import { clockOf } from '../labels.ts';

export interface CallFigures {
  call: CallView;
  /** Duration in seconds; null before the first minute. */
  seconds: number | null;
  minutes: number;
  /** Credits of the minutes so far, as the server reports them. */
  credits: number;
  /** Credits of tips and gifts so far. */
  given: number;
  /** What the creator keeps of both; null for the caller. */
  earned: number | null;
  /** How much of it is held. */
  earnedHeld: number;
  /** The caller's remaining credits; null for the creator. */
  balance: number | null;
  isLast: boolean;
}

/** In credits for the caller, in rand for the creator. */
function Amount({ figures: { credits, given, earned } }: { figures: CallFigures }) {
  if (earned !== null) return earnedRand(earned);
  return (
    <>
      <CreditToken />
      {formatNumber(credits + given)}
    </>
  );
}

/** What a minute costs the caller or earns the creator. */
function MinutePrice({ call }: Pick<CallFigures, 'call'>) {
  const share = useCreatorShare()();
  if (call.role === 'partner' && share)
    return <Trans comment="Rand for a minute of a call">{earnedRand(share.of(call.creditsPerMinute))} a minute</Trans>;
  return <Trans comment="Credits for a minute of a call">{call.creditsPerMinute} a minute</Trans>;
}

/** The creator's share of tips and gifts. */
function GivenPart({ credits }: { credits: number }) {
  const share = useCreatorShare()();
  if (!share) return <Trans>Their tips and gifts are in it.</Trans>;
  return <Trans comment="Part of what a call has earned">{earnedRand(share.of(credits))} of it tips and gifts</Trans>;
}

/** What of the earnings of a call is held. */
function HeldPart({ credits }: { credits: number }) {
  return <Trans comment="Part of what a call has earned">{earnedRand(credits)} of it held</Trans>;
}

/** Overlay on phones: cost so far, rate and remaining credits. */
export function CostBox(figures: CallFigures) {
  const { t } = useLingui();
  const { call, balance, earnedHeld, given } = figures;
  return (
    <div className="flex shrink-0 flex-col gap-[3px] rounded-[20px] bg-[rgb(15_11_11/.66)] px-4 py-2.5 text-right lg:hidden">
      <span className="num inline-flex items-center justify-end gap-1.5 text-[#f0c35e] text-[1.25rem]">
        <span className="sr-only">{call.role === 'caller' ? t`This call, in credits:` : t`You earned:`}</span>
        <Amount figures={figures} />
      </span>
      <span className="text-meta text-on-picture-2 tabular-nums">
        <MinutePrice call={call} />
      </span>
      {earnedHeld > 0 ? (
        <span className="text-meta text-on-picture-2 tabular-nums">
          <HeldPart credits={earnedHeld} />
        </span>
      ) : null}
      {call.role === 'partner' && given > 0 ? (
        <span className="text-meta text-on-picture-2 tabular-nums">
          <GivenPart credits={given} />
        </span>
      ) : null}
      {balance === null ? null : (
        <span className="text-meta text-on-picture-2 tabular-nums">
          <Trans comment="Credits that are left">{formatNumber(balance)} left</Trans>
        </span>
      )}
    </div>
  );
}

const barsShown = 5;

/** Panel on wide screens: cost so far, a bar per started minute, and when the next minute starts. */
export function CostPanel(figures: CallFigures) {
  const { call, seconds, minutes, balance, isLast, given, earnedHeld } = figures;
  const isCaller = call.role === 'caller';
  const minuteSeconds = call.minuteMs / 1000;
  const first = Math.max(0, minutes - barsShown);
  const bars = Array.from({ length: barsShown }, (_, index) => {
    const began = (first + index) * minuteSeconds;
    return seconds === null ? 0 : Math.min(1, Math.max(0, (seconds - began) / minuteSeconds));
  });
  const next = clockOf(minutes * minuteSeconds);
  const rate = call.creditsPerMinute;
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="text-faint text-meta">{isCaller ? <Trans>This call</Trans> : <Trans>You earned</Trans>}</p>
          <p className="num mt-1.5 inline-flex items-center gap-2 text-[2.5rem] text-gold">
            <Amount figures={figures} />
          </p>
          {earnedHeld > 0 ? (
            <p className="mt-1.5 text-meta text-muted tabular-nums">
              <HeldPart credits={earnedHeld} />
            </p>
          ) : null}
        </div>
        {balance === null ? null : (
          <div className="text-right">
            <p className="text-faint text-meta">
              <Trans comment="Credits that are left">Left</Trans>
            </p>
            <p className="num mt-1.5 text-[1.375rem]">{formatNumber(balance)}</p>
          </div>
        )}
      </div>
      <div aria-hidden className="mt-4 flex gap-1">
        {bars.map((filled, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: five places that never change.
            key={index}
            className="h-2 flex-1 rounded-[4px] bg-surface-3"
            style={{ background: `linear-gradient(90deg, var(--gold) ${filled * 100}%, var(--s3) 0)` }}
          />
        ))}
      </div>
      <p className="mt-2 text-meta text-muted tabular-nums">
        {minutes === 0 ? (
          <Trans>The first minute begins when you are both connected.</Trans>
        ) : (
          <>
            {isCaller ? (
              <Plural value={minutes} one={`# started minute at ${rate}.`} other={`# started minutes at ${rate}.`} />
            ) : (
              <Plural value={minutes} one="# started minute." other="# started minutes." />
            )}{' '}
            {isLast ? (
              <Trans comment="When a call ends, as its clock will show">It ends at {next}.</Trans>
            ) : isCaller ? (
              <Trans comment="When the next minute is charged, as the call's clock will show">
                The next {rate} come off at {next}.
              </Trans>
            ) : (
              <Trans comment="When the next minute begins, as the call's clock will show">
                The next minute begins at {next}.
              </Trans>
            )}
          </>
        )}
      </p>
      {given > 0 ? (
        <p className="mt-1 text-meta text-muted tabular-nums">
          {isCaller ? (
            <Plural value={given} one="Tips and gifts: # credit." other="Tips and gifts: # credits." />
          ) : (
            <GivenPart credits={given} />
          )}
        </p>
      ) : null}
    </div>
  );
}

type StartedMinute = Pick<CallFigures, 'call' | 'minutes' | 'credits' | 'given'>;

/** Announces each started minute to screen readers. */
export function MinuteAnnouncer({ call, minutes, credits, given }: StartedMinute) {
  const isCaller = call.role === 'caller';
  const cost = credits + given;
  return (
    <p role="status" className="sr-only">
      {minutes === 0 ? null : isCaller ? (
        <Trans>
          Minute {minutes} has begun. {cost} credits so far.
        </Trans>
      ) : (
        <Trans>Minute {minutes} has begun.</Trans>
      )}
    </p>
  );
}
