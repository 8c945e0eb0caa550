import { Trans, useLingui } from '@lingui/react/macro';
import { heldEarningsDays } from '@vlam/contract/rules/credit-value';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { PayoutAccount, PayoutSummary } from '../api.ts';
import { payoutStatusLabels } from '../labels.ts';

/** Totals, and every payout with its status. */
export function PayoutList({ summary }: { summary: PayoutSummary }) {
  const { i18n, t } = useLingui();
  const language = useStore(languageStore);
  const { payouts, clearingCents, promotionalCents, underWayCents, paidOutCents } = summary;
  return (
    <>
      <dl>
        <CostRow label={<Trans>Clearing</Trans>}>{formatRand(clearingCents / 100)}</CostRow>
        {promotionalCents > 0 ? (
          <CostRow label={<Trans>Held, paid with free credits</Trans>}>{formatRand(promotionalCents / 100)}</CostRow>
        ) : null}
        <CostRow label={<Trans>On its way</Trans>}>{formatRand(underWayCents / 100)}</CostRow>
        <CostRow label={<Trans>Paid out so far</Trans>}>{formatRand(paidOutCents / 100)}</CostRow>
      </dl>
      {promotionalCents > 0 ? (
        <p className="mt-2 text-faint text-meta">
          <Trans>
            What members pay with credits they were given is held. It becomes yours as they spend money of their own
            here, or falls back to Vlam after {heldEarningsDays} days.
          </Trans>
        </p>
      ) : null}
      {payouts.length === 0 ? (
        <p className="mt-4 text-muted text-sm">
          <Trans>No payouts yet. Each one you ask for is listed here with how it stands.</Trans>
        </p>
      ) : (
        <ul className="mt-4 border-line border-t">
          {payouts.map((payout) => {
            const { tone, label } = payoutStatusLabels[payout.status];
            return (
              <li key={payout.id} className="flex min-h-16 items-center gap-4 border-line border-b py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="num text-[1.125rem]">{formatRand(payout.amount)}</p>
                  <p className="mt-1 text-faint text-meta">
                    {formatDate(payout.sentAt ?? payout.decidedAt ?? payout.requestedAt, language)}
                    {t`, ${payout.bank} ending in ${payout.accountEnding}`}
                  </p>
                  {payout.status === 'requested' || payout.status === 'approved' ? (
                    <p className="mt-1 text-meta text-muted">
                      {/* The same for every payout that waits, also one that staff hold: it must tip no one off. */}
                      <Trans>This payout is being checked. We write to you when it is on its way.</Trans>
                    </p>
                  ) : null}
                  {payout.reason ? <p className="mt-1 break-words text-meta text-muted">{payout.reason}</p> : null}
                </div>
                <Tag tone={tone}>{i18n._(label)}</Tag>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

interface AccountProps {
  account: PayoutAccount;
  heldUntil: string | null;
  onChange(): void;
}

export function AccountSummary({ account, heldUntil, onChange }: AccountProps) {
  const language = useStore(languageStore);
  if (!account)
    return (
      <>
        <p className="text-muted">
          <Trans>Add a bank account in your own name. Payouts go nowhere else.</Trans>
        </p>
        <Button variant="bone" size="sm" className="mt-4" onClick={onChange}>
          <Trans>Add bank account</Trans>
        </Button>
      </>
    );
  return (
    <>
      <dl>
        <CostRow label={<Trans>Bank</Trans>}>{account.bank}</CostRow>
        <CostRow label={<Trans>Account</Trans>}>
          <Trans>ending in {account.accountEnding}</Trans>
        </CostRow>
        <CostRow label={<Trans>Holder</Trans>}>{account.holderName}</CostRow>
      </dl>
      {heldUntil ? (
        <p role="status" className="mt-3 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>
            The bank account, your address or your password was changed. For your safety payouts wait until{' '}
            {formatDate(heldUntil, language)}.
          </Trans>
        </p>
      ) : null}
      <Button size="sm" className="mt-4" onClick={onChange}>
        <Trans>Change account</Trans>
      </Button>
    </>
  );
}
