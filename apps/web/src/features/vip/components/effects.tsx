import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { freeMessagesPerDay } from '@vlam/contract/vip';
import type { ReactNode } from 'react';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { usePaidRand } from '../../../lib/credit-value.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { VipTier } from '../api.ts';
import { FaceRow } from './face-row.tsx';

/** Lights of a tier without a limit; the row fades out instead of ending. */
const unlimitedLights = 50;

/** What a tier does: the own place among faces, messages as lights, and credits. */
export function Effects({ tier }: { tier: VipTier }) {
  const { t } = useLingui();
  const rand = usePaidRand()(tier.monthlyBonusCredits);
  const messages = tier.messagesPerDay;
  return (
    <div>
      <Effect figure={`${tier.boost}×`} text={<Trans>further up among people as near as you</Trans>}>
        <FaceRow boost={tier.boost} />
      </Effect>
      <Effect
        figure={messages === null ? t`Unlimited` : formatNumber(messages)}
        text={
          <Plural value={freeMessagesPerDay} one="messages a day, instead of #" other="messages a day, instead of #" />
        }
      >
        <div
          aria-hidden
          className={`mt-4 grid grid-cols-[repeat(25,1fr)] gap-1.25 lg:gap-2 ${
            messages === null ? 'mask-r-from-70%' : ''
          }`}
        >
          {Array.from({ length: messages ?? unlimitedLights }, (_, light) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: lights that never move.
              key={light}
              className={`aspect-square rounded-pill ${light < freeMessagesPerDay ? 'bg-faint' : 'bg-ink'}`}
            />
          ))}
        </div>
      </Effect>
      <Effect
        figure={
          <span className="inline-flex items-center gap-2 text-gold">
            <CreditToken className="size-[.72em]!" />
            {formatNumber(tier.monthlyBonusCredits)}
            <span className="sr-only">
              <Trans>credits</Trans>
            </span>
          </span>
        }
        text={
          rand === null ? (
            <Trans>every month, to spend as you like</Trans>
          ) : (
            <Trans>every month, worth {rand} at what you paid</Trans>
          )
        }
      />
      {tier.contentRequests ? (
        <section className="border-line border-t py-5 lg:py-6">
          <h2 className="d3">
            <Trans>Custom content requests</Trans>
          </h2>
          <p className="mt-1 text-muted">
            <Trans>
              Ask a creator for something of your own. You name the price, and it is held until it is delivered.
            </Trans>
          </p>
        </section>
      ) : null}
    </div>
  );
}

interface EffectProps {
  figure: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}

function Effect({ figure, text, children }: EffectProps) {
  return (
    <section className="border-line border-t py-5 first:border-t-0 first:pt-2 lg:py-6">
      <p className="flex flex-wrap items-end gap-x-3.5 gap-y-1.5">
        <span className="num -ml-[.03em] text-[min(4rem,17vw)] leading-[.88]! tracking-[-.05em]! lg:text-[5.25rem]">
          {figure}
        </span>
        <span className="min-w-32 max-w-52 flex-1 text-muted text-sm lg:max-w-none lg:text-base">{text}</span>
      </p>
      {children}
    </section>
  );
}
