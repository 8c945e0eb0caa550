import { Trans, useLingui } from '@lingui/react/macro';
import { fewestPeople } from '@vlam/contract/rules/fans-figures';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { ChartOrTable } from '../../../components/ui/chart-plot.tsx';
import { formatNumber, formatWeekday } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { CreatorFigures } from './api.ts';

/** A Monday. */
const monday = Date.UTC(2026, 10, 23, 12);
const dayMs = 86_400_000;
const hourText = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
const shades = ['opacity-25', 'opacity-45', 'opacity-70', ''];

/** When people visit or buy: a row for each day of the week, a cell for each hour. Hours with few people stay empty. */
export function BestHours({ hours }: Pick<CreatorFigures, 'hours'>) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const cells = hours.flatMap((row, day) =>
    row.flatMap((people, hour) => (people === null ? [] : { day, hour, people })),
  );
  const best = [...cells].sort((one, other) => other.people - one.people)[0];
  if (!best)
    return (
      <p className="max-w-[60ch] text-muted text-sm">
        <Trans>
          Hours show once at least {fewestPeople} people come or buy within one of them, so that nobody can be
          recognised.
        </Trans>
      </p>
    );
  const dayName = (day: number) => formatWeekday(new Date(monday + day * dayMs), language);
  const shadeOf = (people: number) => shades[Math.min(3, Math.floor((people / best.people) * 4))];
  const [from, to] = [hourText(best.hour), hourText(best.hour + 1)];
  const name = dayName(best.day);
  return (
    <>
      <p className="mb-4">
        <Trans>
          Most come on <b>{name}</b>, {from} to {to}.
        </Trans>
      </p>
      <ChartOrTable
        caption={<Trans>Best hours</Trans>}
        columns={[<Trans key="when">When</Trans>, <Trans key="people">People</Trans>]}
        rows={cells.map(({ day, hour, people }) => ({
          key: `${day} ${hour}`,
          cells: [`${dayName(day)}, ${hourText(hour)}`, formatNumber(people)],
        }))}
      >
        <div
          role="img"
          aria-label={t`People by day and hour; the most on ${name}, ${from} to ${to}`}
          className="grid grid-cols-[2.5rem_repeat(24,minmax(0,1fr))] gap-px text-faint text-meta sm:grid-cols-[3rem_repeat(24,minmax(0,1fr))] sm:gap-[3px]"
        >
          {hours.map((row, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its day
            <Fragment key={day}>
              <span className="self-center">{dayName(day).slice(0, 3)}</span>
              {row.map((people, hour) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its hour
                  key={hour}
                  title={people === null ? undefined : `${dayName(day)}, ${hourText(hour)}: ${formatNumber(people)}`}
                  className="h-7 overflow-hidden rounded-[3px] bg-surface-2 sm:h-8 sm:rounded-xs"
                >
                  {people === null ? null : <i className={clsx('block size-full bg-chart-1', shadeOf(people))} />}
                </span>
              ))}
            </Fragment>
          ))}
          <span />
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour} className="col-span-6 pt-1 tabular-nums">
              {hourText(hour)}
            </span>
          ))}
        </div>
      </ChartOrTable>
      <p className="mt-1 text-faint text-meta">
        <Trans>People who visit your page or buy. Hours with fewer than {fewestPeople} on any day stay empty.</Trans>
      </p>
    </>
  );
}
