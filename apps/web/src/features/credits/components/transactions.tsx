import { Plural, Trans, useLingui } from '@lingui/react/macro';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Coins from 'lucide-react/icons/coins';
import Gift from 'lucide-react/icons/gift';
import Video from 'lucide-react/icons/video';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { formatDate, formatNumber, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { CreditTransaction } from '../bonus.ts';
import { CreditRow } from './credit-row.tsx';

const latestCount = 5;
const icons = { purchase: Coins, earn: Gift, spend: ArrowUpRight } as const;

/** The latest five transactions of the wallet, and the rest on request. */
export function Transactions({ movements }: { movements: readonly CreditTransaction[] }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [all, setAll] = useState(false);
  if (movements.length === 0)
    return (
      <p className="py-4 text-muted">
        <Trans>No transactions yet. Purchase some credits to get started!</Trans>
      </p>
    );
  const day = (at: string) => formatDate(at, language);
  const today = day(new Date().toISOString());
  const when = (at: string) => (day(at) === today ? t`Today ${formatTime(at)}` : `${day(at)}, ${formatTime(at)}`);
  return (
    <>
      <ul>
        {(all ? movements : movements.slice(0, latestCount)).map(
          ({ id, type, description, amount, callId, timestamp }) => {
            const Icon = callId ? Video : icons[type];
            return (
              <CreditRow
                key={id}
                icon={<Icon size={20} strokeWidth={1.75} />}
                title={description}
                note={
                  <>
                    <time dateTime={timestamp}>{when(timestamp)}</time>
                    {callId ? <ReceiptLink callId={callId} about={description} /> : null}
                  </>
                }
              >
                <span className={`num shrink-0 text-[1.0625rem] ${amount > 0 ? 'text-online' : ''}`}>
                  {amount > 0 ? '+' : ''}
                  {formatNumber(amount)}
                  <span className="sr-only">
                    {' '}
                    <Plural value={amount} one="credit" other="credits" />
                  </span>
                </span>
              </CreditRow>
            );
          },
        )}
      </ul>
      {movements.length > latestCount ? (
        <Button size="sm" className="mt-3" aria-expanded={all} onClick={() => setAll((open) => !open)}>
          {all ? <Trans>Show fewer</Trans> : <Trans>Show all {movements.length}</Trans>}
        </Button>
      ) : null}
    </>
  );
}

function ReceiptLink({ callId, about }: { callId: string; about: string }) {
  return (
    <>
      {' · '}
      <Link
        to="/video-chat"
        search={{ receipt: callId }}
        className="-my-3 inline-flex min-h-11 items-center px-1 text-muted underline underline-offset-4"
      >
        <Trans comment="What a call cost, minute by minute">Receipt</Trans>
        <span className="sr-only"> {about}</span>
      </Link>
    </>
  );
}
