import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { StopSellingSheet } from '../../../components/ui/stop-selling-sheet.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { Deletion } from './labels.ts';

interface PaidFansProps {
  obstacle: Deletion['obstacles'][number];
  sells: boolean;
}

/** Fans have paid for time with this creator: until when, and the act that lets it end. */
export function PaidFans({ obstacle: { count, until }, sells }: PaidFansProps) {
  const [stopping, setStopping] = useState(false);
  const day = formatDate(until ?? new Date(), useStore(languageStore));
  return (
    <>
      <p className="font-semibold">
        <Trans>Fans have paid until {day}</Trans>
      </p>
      <p className="mt-0.5 text-muted text-sm">
        <Plural
          value={count}
          one="# subscription is paid for, or being paid at this moment."
          other="# subscriptions are paid for, or being paid at this moment."
        />{' '}
        {sells ? (
          <Trans>
            What is paid for stays paid for. Stop selling subscriptions, so that nobody pays for more; once the last
            paid time is over you can delete your account.
          </Trans>
        ) : (
          <Trans>You sell no more, so nobody is charged again. From that day on you can delete your account.</Trans>
        )}
      </p>
      {sells ? (
        <Button size="sm" className="mt-2" onClick={() => setStopping(true)}>
          <Trans>Stop selling subscriptions</Trans>
        </Button>
      ) : null}
      {stopping ? <StopSellingSheet running={count} paidUntil={until} onClose={() => setStopping(false)} /> : null}
    </>
  );
}
