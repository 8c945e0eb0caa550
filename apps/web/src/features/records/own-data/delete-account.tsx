import { Trans, useLingui } from '@lingui/react/macro';
import { comeBackDays } from '@vlam/contract/rules/records';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { formatNumber, formatRand } from '../../../lib/numbers.ts';
import { paths } from '../../../lib/paths.ts';
import { Link } from '../../../lib/router.tsx';
import { DeleteSheet } from './delete-sheet.tsx';
import { type Deletion, obstacleTexts } from './labels.ts';
import { PaidFans } from './paid-fans.tsx';
import { useDataSource } from './source.ts';

interface DeleteAccountProps {
  found: Deletion;
  keepDevice<Result>(act: () => Promise<Result>): Promise<Result>;
  onClosed(): void;
}

/** What deleting the account erases, keeps and gives up, said before the button. */
export function DeleteAccount({ found, ...props }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const { isSuspended } = useDataSource();
  const isBlocked = found.obstacles.length > 0;
  return (
    <Section title={<Trans>Delete your account</Trans>}>
      <p className="max-w-[60ch] text-muted">
        {isSuspended ? (
          <Trans>
            Your account is erased {comeBackDays} days later, and a receipt comes by mail. Nobody sees you meanwhile, as
            now. Your appeal, if you sent one, is decided first.
          </Trans>
        ) : (
          <Trans>
            Nobody sees you from that moment, and you are signed out everywhere. Sign in within {comeBackDays} days and
            you have everything back. After that it is erased, and a receipt comes by mail.
          </Trans>
        )}
      </p>
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <Points title={<Trans>What is erased</Trans>}>
          <li>
            <Trans>Your name, address, password and ways to sign in</Trans>
          </li>
          <li>
            <Trans>Your page, photos, videos, and all you published, also for those who bought it</Trans>
          </li>
          {found.isCreator ? (
            <li>
              <Trans>
                What fans bought from you closes to them from that moment, and they get no credits back for it
              </Trans>
            </li>
          ) : null}
          <li>
            <Trans>Your messages: each thread goes for both of you</Trans>
          </li>
          <li>
            <Trans>Comments, likes, places, plans and settings</Trans>
          </li>
          <li>
            <Trans>The proof of your age, documents, cards and bank account</Trans>
          </li>
        </Points>
        <Points title={<Trans>What stays, and why</Trans>}>
          <li>
            <Trans>Payments, receipts and credits, without your name: at least five years, for tax and FICA</Trans>
          </li>
          <li>
            <Trans>Payouts with their bank account, and a creator's contract: five years, for the same law</Trans>
          </li>
          <li>
            <Trans>Consents to appear in a picture: five years after the picture went</Trans>
          </li>
          <li>
            <Trans>Decided reports and complaints: three years. Decisions about your account: five</Trans>
          </li>
          <li>
            <Trans>
              While a case is open, or the law has something preserved, the erasure waits until that ends. The receipt
              comes then.
            </Trans>
          </li>
        </Points>
      </div>
      {isBlocked ? <Obstacles found={found} /> : <GivenUp found={found} />}
      <div className="mt-6">
        <Button variant="danger" size="lg" disabled={isBlocked} onClick={() => setOpen(true)}>
          <Trans>Delete my account</Trans>
        </Button>
      </div>
      <DeleteSheet found={found} open={isOpen} onClose={() => setOpen(false)} {...props} />
    </Section>
  );
}

function Points({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-muted text-sm">{children}</ul>
    </div>
  );
}

/** What has to be settled first, and how. */
function Obstacles({ found }: { found: Deletion }) {
  const { isSuspended } = useDataSource();
  const { i18n } = useLingui();
  return (
    <div className="mt-6 max-w-[60ch] rounded-card bg-warning-soft p-5">
      <h3 className="flex items-center gap-2 font-semibold text-warning">
        <CircleAlert size={20} aria-hidden className="shrink-0" />
        <Trans>To be settled first</Trans>
      </h3>
      <ul className="mt-3 grid gap-4">
        {found.obstacles.map((obstacle) => {
          const { kind } = obstacle;
          if (kind === 'subscribers')
            return (
              <li key={kind}>
                <PaidFans obstacle={obstacle} sells={found.sellsSubscriptions && !isSuspended} />
              </li>
            );
          const { title, text, link } = obstacleTexts[kind];
          return (
            <li key={kind}>
              <p className="font-semibold">{i18n._(title)}</p>
              <p className="mt-0.5 text-muted text-sm">{i18n._(text)}</p>
              {link && !isSuspended ? (
                <Link to={paths[link.to]} className={`${buttonStyle({ size: 'sm' })} mt-2`}>
                  {i18n._(link.label)}
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
      {isSuspended ? <AskDesk /> : null}
    </div>
  );
}

/** A suspended member opens no other screen: staff settle it with them. */
function AskDesk() {
  return (
    <Link
      to="/compliance/personal-information"
      search={{ suspended: '1' }}
      className={`${buttonStyle({ size: 'sm' })} mt-3`}
    >
      <Trans>Ask the information desk</Trans>
    </Link>
  );
}

/** Balances go with the account: said in the sum, with the way to save them. */
function GivenUp({ found }: { found: Deletion }) {
  const { isSuspended } = useDataSource();
  const credits = formatNumber(found.credits);
  const earnings = formatRand(found.earningsCents / 100);
  if (found.credits === 0 && found.earningsCents === 0) return null;
  if (isSuspended)
    return (
      <div className="mt-6 max-w-[60ch] rounded-card bg-surface-2 p-5">
        <h3 className="font-semibold">
          <Trans>What you would give up</Trans>
        </h3>
        <p className="mt-2 text-muted text-sm">
          <Trans>
            {credits} credits, and {earnings} that you earned and did not withdraw. To have either paid out first, ask
            before you delete the account.
          </Trans>
        </p>
        <AskDesk />
      </div>
    );
  return (
    <div className="mt-6 max-w-[60ch] rounded-card bg-surface-2 p-5">
      <h3 className="font-semibold">
        <Trans>What you would give up</Trans>
      </h3>
      <ul className="mt-2 grid gap-3 text-muted text-sm">
        {found.credits > 0 ? (
          <li>
            <Trans>
              {credits} credits. A pack that you bought within 7 days and did not touch can be refunded first, under{' '}
              <Link to="/credits" className="font-semibold text-ink underline">
                Credits
              </Link>
              .
            </Trans>
          </li>
        ) : null}
        {found.earningsCents > 0 ? (
          <li>
            <Trans>
              {earnings} that you earned and did not withdraw. Earnings clear after 7 days; ask for a{' '}
              <Link to="/dashboard" className="font-semibold text-ink underline">
                payout
              </Link>{' '}
              first.
            </Trans>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
