import { Trans, useLingui } from '@lingui/react/macro';
import { extraMessageCredits } from '@vlam/contract/rules/messaging';
import { Button } from '../../../components/ui/button.tsx';
import { CostSummary } from '../../../components/ui/cost-summary.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { useBalance } from '../../../lib/balance.ts';

interface CostSheetProps {
  onAgree(payCredits: typeof extraMessageCredits): void;
  onClose(): void;
}

/** Confirms the first message that costs credits, after the day's free messages are used up. */
export function CostSheet({ onAgree, onClose }: CostSheetProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const lacks = balance !== undefined && balance < extraMessageCredits;
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>No free messages left today</Trans>}
      intro={<Trans>They come back at midnight. Until then a message costs {extraMessageCredits} credits.</Trans>}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            disabled={lacks || balance === undefined}
            onClick={() => {
              onAgree(extraMessageCredits);
              onClose();
            }}
          >
            {t`Send for ${extraMessageCredits} credits`}
          </Button>
        </>
      }
    >
      <CostSummary
        price={extraMessageCredits}
        balance={balance}
        tooFew={t`You need ${extraMessageCredits} credits to send this message.`}
      />
    </Sheet>
  );
}
