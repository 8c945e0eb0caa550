import { Trans, useLingui } from '@lingui/react/macro';
import { freeMessagesPerDay } from '@vlam/contract/vip';
import { Button } from '../../../components/ui/button.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { Stat, StatRow } from '../../../components/ui/stat.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { type Membership, useVipRenewal, type VipTier } from '../api.ts';

/** The member's tier, its daily and monthly benefits, and its renewal. */
export function OwnMembership({ membership, tiers }: { membership: Membership; tiers: readonly VipTier[] }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const renewal = useVipRenewal();
  // After a renewal the bonus is due for a while with a confirmed address too.
  const unconfirmed = useCurrentUser()?.emailVerified === false;
  const { tier: tierId, nextTier, paidUntil, renews, boost, messagesPerDay, bonusGranted, bonusWaits } = membership;
  const next = tiers.find(({ id }) => id === nextTier);
  const tier = tiers.find(({ id }) => id === tierId);
  const until = paidUntil === null ? '' : formatDate(paidUntil, language);
  const messages = messagesPerDay ?? (tier ? null : freeMessagesPerDay);
  return (
    <section aria-label={t`Your membership`} className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p className="font-semibold text-muted text-sm">
            <Trans>Your membership</Trans>
          </p>
          <p className="d3 mt-1">{tier ? t`VIP ${tier.name}` : t`Free`}</p>
          <p className="mt-1 text-muted text-sm">
            {!tier ? (
              <Trans>Choose a tier to be seen sooner and write more.</Trans>
            ) : renews && next ? (
              <Trans>
                {next.name} from {until}
              </Trans>
            ) : renews ? (
              <Trans>Renews {until}</Trans>
            ) : (
              <Trans>Yours until {until}, then it ends</Trans>
            )}
          </p>
        </div>
        {!tier ? null : renews ? (
          <Button
            size="sm"
            busy={renewal.isPending}
            busyLabel={<Trans>Stopping</Trans>}
            onClick={() => renewal.mutate(false)}
          >
            <Trans>Stop renewing</Trans>
          </Button>
        ) : (
          <Button
            size="sm"
            variant="bone"
            busy={renewal.isPending}
            busyLabel={<Trans>Resuming</Trans>}
            onClick={() => renewal.mutate(true)}
          >
            <Trans>Renew again</Trans>
          </Button>
        )}
      </div>
      <StatRow className="mt-5">
        <Stat label={<Trans>Messages a day</Trans>} value={messages === null ? t`Unlimited` : formatNumber(messages)} />
        <Stat label={<Trans>Boost</Trans>} value={`${boost}×`} />
        {tier ? (
          <Stat
            label={<Trans>Bonus</Trans>}
            value={
              <span className="inline-flex items-center gap-1.5 text-gold">
                <CreditToken size={22} />
                {formatNumber(bonusGranted)}
                <span className="sr-only">
                  <Trans>credits this month</Trans>
                </span>
              </span>
            }
          />
        ) : null}
      </StatRow>
      {bonusWaits && unconfirmed ? (
        <p className="mt-3 text-muted text-sm">
          <Trans>
            This month's bonus comes as soon as your email address is confirmed. <Link to="/credits">Confirm it</Link>
          </Trans>
        </p>
      ) : null}
    </section>
  );
}
