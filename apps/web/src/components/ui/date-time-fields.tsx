import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { addDays, type JohannesburgTime, toJohannesburgTime } from '../../lib/johannesburg-time.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface DateTimeFieldsProps {
  value: JohannesburgTime;
  onChange(value: JohannesburgTime): void;
  /** Days from today that may be chosen. */
  daysAhead: number;
  error: string | undefined;
}

/** A day and a time of it, in Johannesburg. */
export function DateTimeFields({ value, onChange, daysAhead, error }: DateTimeFieldsProps) {
  const [today] = useState(() => toJohannesburgTime(new Date()).date);
  return (
    <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
      <Field label={<Trans>Date</Trans>} error={error}>
        <TextInput
          name="date"
          type="date"
          min={today}
          max={addDays(today, daysAhead)}
          required
          value={value.date}
          onChange={(event) => onChange({ ...value, date: event.currentTarget.value })}
        />
      </Field>
      <Field label={<Trans>Time</Trans>}>
        <TextInput
          name="time"
          type="time"
          required
          value={value.time}
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
        />
      </Field>
    </div>
  );
}
