import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReportClass } from '@vlam/contract/rules/clocks';
import { firstLookDays } from '@vlam/contract/rules/clocks';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { useSpan } from '../../../components/ui/due-clock.tsx';
import { FailedNote } from '../../../components/ui/failed-note.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { reportClassLabels } from '../labels.ts';

interface ReportFilterProps {
  chosen: ReportClass | undefined;
  onChoose(chosen: ReportClass | undefined): void;
}

/** The classes of reports that wait, with how many are late, and how soon reports are reviewed. */
export function ReportFilter({ chosen, onChoose }: ReportFilterProps) {
  const { t, i18n } = useLingui();
  const span = useSpan();
  const { data, error, refetch } = useQuery({ ...queryOf('reportTimes'), refetchInterval: 60_000 });
  return (
    <>
      <ChipRow label={t`Class`} className="mt-2">
        <Chip pressed={!chosen} onClick={() => onChoose(undefined)}>
          <Trans>All classes</Trans>
        </Chip>
        {data?.classes.map(({ class: name, open, late }) => (
          <Chip
            key={name}
            pressed={chosen === name}
            onClick={() => onChoose(name)}
            count={
              late > 0 ? (
                <Trans>
                  {formatNumber(open)}, {formatNumber(late)} late
                </Trans>
              ) : (
                formatNumber(open)
              )
            }
          >
            {i18n._(reportClassLabels[name])}
          </Chip>
        ))}
      </ChipRow>
      {error && !data ? (
        <FailedNote onRetry={() => void refetch()}>
          <Trans>The classes, and how many reports are late, did not load.</Trans>
        </FailedNote>
      ) : null}
      {data ? (
        <p className="mt-3 text-muted text-sm">
          {data.medianMinutes === null ? (
            <Trans>Nobody looked at a report in the last {firstLookDays} days.</Trans>
          ) : (
            <Trans>
              Half of the reports of the last {firstLookDays} days were looked at within {span(data.medianMinutes)}.
            </Trans>
          )}{' '}
          {data.unseen > 0 ? <Trans>{formatNumber(data.unseen)} not yet.</Trans> : null}
        </p>
      ) : null}
    </>
  );
}
