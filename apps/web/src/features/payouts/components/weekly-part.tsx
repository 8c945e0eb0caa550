import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { WeeklySheet } from './weekly-sheet.tsx';

/** Whether payouts go out each week by themselves, and the button that changes it. */
export function WeeklyPart({ minimumCents }: { minimumCents: number }) {
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery(queryOf('getWeeklyPayout'));
  const [isOpen, setOpen] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { schedule } = data;
  return (
    <>
      <p className="text-muted">
        {schedule ? (
          <Trans>
            Everything that has cleared, from {formatRand(schedule.leastCents / 100)} on. Next on{' '}
            {formatDate(`${schedule.nextDay}T12:00:00+02:00`, language)}.
          </Trans>
        ) : (
          <Trans>Have everything that has cleared paid out on a day of the week, without asking.</Trans>
        )}
      </p>
      <Button size="sm" className="mt-4" onClick={() => setOpen(true)}>
        {schedule ? <Trans>Change or switch off</Trans> : <Trans>Pay out every week</Trans>}
      </Button>
      {isOpen ? <WeeklySheet schedule={schedule} minimumCents={minimumCents} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
