import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import type { RegistrationList } from '../../features/film-board/api.ts';
import { RegistrationQueue } from '../../features/film-board/components/registration-queue.tsx';
import { TermsSheet } from '../../features/film-board/components/terms-sheet.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Registrations of creators with the Film and Publication Board. */
export function Route() {
  const { t } = useLingui();
  const [state, setState] = useState<RegistrationList>('waiting');
  const [isEditing, setIsEditing] = useState(false);
  const { data } = useQuery(queryOf('staffWaiting'));
  const { data: terms } = useQuery(queryOf('filmBoardTerms'));
  const waiting = data?.registrations;
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        {waiting === undefined || waiting === null ? (
          <Trans>Film-board registrations</Trans>
        ) : (
          <Trans>
            <span className="num mr-2 text-[2.5rem]">{formatNumber(waiting)}</span> waiting for the film board
          </Trans>
        )}
      </PageTitle>
      {data && data.lateRegistrations > 0 ? (
        <p role="status" className="mt-2 font-semibold text-danger">
          {data.lateRegistrations === 1 ? (
            <Trans>1 is late</Trans>
          ) : (
            <Trans>{formatNumber(data.lateRegistrations)} are late</Trans>
          )}
        </p>
      ) : null}
      {terms ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
          <p>
            <Trans>Answered within {formatNumber(terms.reviewDays)} business days.</Trans>
          </p>
          <Button size="sm" variant="ghost" onClick={() => setIsEditing(true)}>
            <Trans>Change the times</Trans>
          </Button>
        </div>
      ) : null}
      <Tabs
        className="mt-3"
        label={t`Film-board registrations`}
        value={state}
        onChange={setState}
        tabs={[
          { value: 'waiting', label: t`Waiting`, count: waiting ?? undefined },
          { value: 'holding', label: t`Registered` },
          { value: 'closed', label: t`Closed` },
        ]}
      >
        <RegistrationQueue key={state} state={state} />
      </Tabs>
      {terms && isEditing ? <TermsSheet terms={terms} onClose={() => setIsEditing(false)} /> : null}
    </>
  );
}
