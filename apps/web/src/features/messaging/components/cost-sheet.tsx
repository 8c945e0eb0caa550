import { Trans, useLingui } from '@lingui/react/macro';
import { extraMessageCredits } from '@vlam/contract/rules/messaging';
import { CostSummary } from '../../../components/pay/cost-summary.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { useBalance } from '../../../lib/balance.ts';

interface CostSheetProps {
  onAgree(payCredits: typeof extraMessageCredits): void;
  onClose(): void;
}

/** Confirms the first message that costs credits, after the day's free messages are used up. */
export function CostSheet({ onAgree, onClose }: CostSheetProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const cannotAfford = balance !== undefined && balance < extraMessageCredits;
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>No free messages left today</Trans>}
      intro={<Trans>They come back at midnight. Until then a message costs {extraMessageCredits} credits.</Trans>}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={t`Send for ${extraMessageCredits} credits`}
          disabled={cannotAfford || balance === undefined}
          onConfirm={() => {
            onAgree(extraMessageCredits);
            onClose();
          }}
        />
      }
    >
      <CostSummary
        price={extraMessageCredits}
        balance={balance}
        insufficientText={t`You need ${extraMessageCredits} credits to send this message.`}
      />
    </Sheet>
  );
}
