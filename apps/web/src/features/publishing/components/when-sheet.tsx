import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Segment, Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { formatWeekday } from '../../../lib/format.ts';
import { serverTime } from '../../../lib/helpers/clock.ts';
import { timeProblemMessages } from '../messages.ts';
import { findTimeProblem, type LocalTime, nextDays, timeText, toLocal, toMoment } from '../times.ts';

interface Times {
  publishAt: string;
  expiresAt: string;
}

interface WhenSheetProps {
  open: boolean;
  onClose(): void;
  times: Times;
  /** An item that is published already has only its end. */
  isPublished: boolean;
  onChange(times: Times): void;
}

const firstHour: LocalTime = { day: '', time: '20:00' };
const shownDays = 6;

/** Publish now or at a time, and an end. Times are those of South Africa. */
export function WhenSheet({ open, onClose, times, isPublished, onChange }: WhenSheetProps) {
  const { t, i18n } = useLingui();
  const now = serverTime(Date.now());
  const [isLater, setLater] = useState(times.publishAt !== '');
  const [start, setStart] = useState(() => (times.publishAt ? toLocal(times.publishAt) : firstHour));
  const [ends, setEnds] = useState(times.expiresAt !== '');
  const [end, setEnd] = useState(() => (times.expiresAt ? toLocal(times.expiresAt) : firstHour));
  const [problem, setProblem] = useState<ReturnType<typeof findTimeProblem>>(null);
  const days = nextDays(now, shownDays);

  const save = () => {
    const publishAt = isLater && !isPublished ? toMoment(start) : '';
    const expiresAt = ends ? toMoment(end) : '';
    if (publishAt === null) return setProblem({ field: 'publishAt', problem: 'missing' });
    if (expiresAt === null) return setProblem({ field: 'expiresAt', problem: 'missing' });
    const found = findTimeProblem({ publishAt, expiresAt }, serverTime(Date.now()));
    setProblem(found);
    if (found) return;
    onChange({ publishAt, expiresAt });
    onClose();
  };
  const errorOf = (field: 'publishAt' | 'expiresAt') =>
    problem?.field === field ? i18n._(timeProblemMessages[problem.problem]) : undefined;
  const startMoment = isLater && !isPublished ? toMoment(start) : null;
  const label = startMoment ? timeText(startMoment, now) : null;
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>When</Trans>}
      action={label ? <Trans>Schedule for {label}</Trans> : <Trans>Use this</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={false}
      onSubmit={save}
    >
      {isPublished ? null : (
        <Segment
          label={t`When it is published`}
          options={[
            { value: 'now', label: <Trans>Publish now</Trans> },
            { value: 'later', label: <Trans>At a time</Trans> },
          ]}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => {
            setLater(value === 'later');
            // Tomorrow, until another day is chosen.
            if (start.day === '') setStart({ ...start, day: days[1] ?? '' });
          }}
        />
      )}
      {isLater && !isPublished ? (
        <>
          <DayStrip days={days} day={start.day} onChange={(day) => setStart({ ...start, day })} />
          <DayAndTime
            name="publish"
            dayLabel={t`Day`}
            timeLabel={t`Time`}
            value={start}
            error={errorOf('publishAt')}
            onChange={setStart}
          />
        </>
      ) : null}
      <div className="border-line border-t">
        <Switch
          checked={ends}
          onChange={setEnds}
          label={<Trans>Take it down later</Trans>}
          description={<Trans>It becomes a draft again. Those who bought it keep it.</Trans>}
        />
        {ends ? (
          <DayAndTime
            name="end"
            dayLabel={t`Last day`}
            timeLabel={t`Until`}
            value={end}
            error={errorOf('expiresAt')}
            onChange={setEnd}
          />
        ) : null}
      </div>
    </FormSheet>
  );
}

function DayStrip({ days, day, onChange }: { days: string[]; day: string; onChange(day: string): void }) {
  const { t } = useLingui();
  return (
    <fieldset aria-label={t`Day`} className="grid min-w-0 grid-cols-6 gap-1.5 max-xs:grid-cols-3">
      {days.map((each) => {
        const weekday = formatWeekday(`${each}T12:00:00+02:00`);
        return (
          <label
            key={each}
            className="press flex min-h-16 flex-col items-center justify-center rounded-md bg-surface-2 py-2 text-muted text-sm has-checked:bg-ink has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="day"
              aria-label={`${weekday} ${Number(each.slice(8))}`}
              checked={each === day}
              onChange={() => onChange(each)}
              className="sr-only"
            />
            <span aria-hidden>{weekday.slice(0, 3)}</span>
            <span aria-hidden className="num text-lead">
              {Number(each.slice(8))}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface DayAndTimeProps {
  name: string;
  dayLabel: string;
  timeLabel: string;
  value: LocalTime;
  error: string | undefined;
  onChange(value: LocalTime): void;
}

function DayAndTime({ name, dayLabel, timeLabel, value, error, onChange }: DayAndTimeProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
      <Field label={dayLabel} error={error}>
        <TextInput
          type="date"
          name={`${name}-day`}
          value={value.day}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
      </Field>
      <Field label={timeLabel} aside={<Trans>South Africa</Trans>}>
        <TextInput
          type="time"
          name={`${name}-time`}
          value={value.time}
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
        />
      </Field>
    </div>
  );
}
