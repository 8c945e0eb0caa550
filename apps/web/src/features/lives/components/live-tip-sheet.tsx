import { Trans, useLingui } from '@lingui/react/macro';
import { chatTipPresets } from '@vlam/contract/rules/messaging';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import { useState } from 'react';
import { CostSummary } from '../../../components/pay/cost-summary.tsx';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { useBalance } from '../../../lib/balance.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useChargeFailure } from '../../../lib/use-failure.ts';
import { type LiveView, useTipLive } from '../api.ts';

/** Tips the creator of a show; its cost is reviewed before it is sent. */
export function LiveTipSheet({ live, onClose }: { live: LiveView; onClose(): void }) {
  const { t } = useLingui();
  const balance = useBalance();
  const fail = useChargeFailure();
  const [text, setText] = useState('');
  const credits = creditsOf(text);
  const { min, max } = creatorPriceRange;
  const isOutside = credits > 0 && (credits < min || credits > max);
  const insufficientText = t`You need ${credits} credits to send this tip.`;
  const tip = useTipLive(live.id, { onSent: onClose, onError: (error) => fail(error, insufficientText) });
  const name = live.creator.displayName;
  return (
    <FormSheet
      title={<Trans>Tip {name}</Trans>}
      onClose={onClose}
      busy={tip.isPending}
      busyLabel={<Trans>Sending</Trans>}
      disabled={credits === 0 || isOutside || balance === undefined || balance < credits}
      action={credits > 0 ? t`Send ${formatNumber(credits)} credits` : <Trans>Send Tip</Trans>}
      onSubmit={() => tip.mutate(credits)}
    >
      <div>
        <CreditField
          name="credits"
          label={<Trans>Amount</Trans>}
          range={creatorPriceRange}
          large
          value={text}
          onChange={setText}
          error={isOutside ? t`From ${min} to ${formatNumber(max)} credits` : undefined}
        />
        <fieldset aria-label={t`Usual amounts`} className="mt-2 flex flex-wrap gap-2">
          {chatTipPresets.map((amount) => (
            <Chip key={amount} pressed={credits === amount} onClick={() => setText(String(amount))}>
              <CreditToken />
              {amount}
            </Chip>
          ))}
        </fieldset>
      </div>
      {credits > 0 ? (
        <CostSummary
          price={credits}
          balance={balance}
          insufficientText={insufficientText}
          priceLabel={<Trans>Tip</Trans>}
        />
      ) : null}
    </FormSheet>
  );
}
