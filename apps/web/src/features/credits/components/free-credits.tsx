import { Trans, useLingui } from '@lingui/react/macro';
import { dailyBonusCredits, profileBonusCredits } from '@vlam/contract/credits';
import { firstPurchaseBonusCredits } from '@vlam/contract/payments';
import Calendar from 'lucide-react/icons/calendar';
import Gift from 'lucide-react/icons/gift';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { Link } from '../../../lib/router.tsx';
import { useDailyBonus } from '../api.ts';
import { CreditRow } from './credit-row.tsx';

interface FreeCreditsProps {
  /** Undefined while the transactions load. */
  claimedToday: boolean | undefined;
  /** Undefined while the profile loads. */
  profileComplete: boolean | undefined;
  /** Undefined while loading. */
  usedFirstPurchase: boolean | undefined;
  addressConfirmed: boolean;
}

/** The three ways to get free credits. */
export function FreeCredits({ claimedToday, profileComplete, usedFirstPurchase, addressConfirmed }: FreeCreditsProps) {
  const { t } = useLingui();
  const claim = useDailyBonus();
  const { granted, refusal } = claim.data ?? {};
  // Granted now or earlier today; a refused claim can be repeated.
  const isClaimed = claimedToday === true || granted === true || refusal === null;
  const icon = { size: 20, strokeWidth: 1.75 };
  return (
    <ul>
      <CreditRow
        icon={<Calendar {...icon} />}
        title={<Trans>Daily login</Trans>}
        note={isClaimed ? t`The next one comes tomorrow` : t`Today's is waiting`}
      >
        {isClaimed ? (
          <Tag tone="online">
            <Trans>Received</Trans>
          </Tag>
        ) : (
          <Button
            variant="gold"
            size="sm"
            busy={claim.isPending}
            busyLabel={<Trans>Claiming</Trans>}
            disabled={claimedToday === undefined}
            onClick={() => claim.mutate()}
          >
            {t`Claim +${dailyBonusCredits}`}
          </Button>
        )}
      </CreditRow>
      <CreditRow
        icon={<UserRoundCheck {...icon} />}
        title={<Trans>Profile complete</Trans>}
        note={profileComplete ? t`Others can read about you` : t`Say a little about yourself`}
      >
        {profileComplete ? (
          <Tag tone="online">
            <Trans>Complete</Trans>
          </Tag>
        ) : (
          <Link to="/profile" className={buttonStyle({ variant: 'gold', size: 'sm' })}>
            {t`Complete +${profileBonusCredits}`}
          </Link>
        )}
      </CreditRow>
      <CreditRow
        icon={<Gift {...icon} />}
        title={<Trans>First purchase</Trans>}
        note={
          usedFirstPurchase
            ? t`Came with your first pack`
            : addressConfirmed
              ? t`A bonus, once, with your first pack`
              : t`Comes with the first pack you buy after you confirmed your address`
        }
      >
        {usedFirstPurchase ? (
          <Tag tone="online">
            <Trans>Received</Trans>
          </Tag>
        ) : (
          <span className="num text-[1.0625rem] text-gold">+{firstPurchaseBonusCredits}</span>
        )}
      </CreditRow>
    </ul>
  );
}
