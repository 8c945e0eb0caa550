import { Trans } from '@lingui/react/macro';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { Preferences } from '../api.ts';

type QuietHoursValue = Preferences['quietHours'];
const defaultHours = { from: '22:00', to: '07:00' };

/** Hours without pushes, in South African time. */
export function QuietHours({ value, onChange }: { value: QuietHoursValue; onChange(hours: QuietHoursValue): void }) {
  const change = (part: Partial<NonNullable<QuietHoursValue>>) => {
    const hours = { ...(value ?? defaultHours), ...part };
    if (hours.from && hours.to) onChange(hours);
  };
  return (
    <>
      <Switch
        checked={value !== null}
        onChange={(on) => onChange(on ? defaultHours : null)}
        label={<Trans>Nothing is pushed at night</Trans>}
        description={<Trans>Notifications from this time arrive when it ends. South African time.</Trans>}
      />
      {value ? (
        <>
          <div className="mt-3 grid max-w-80 grid-cols-2 gap-3">
            <Field label={<Trans>From</Trans>}>
              <TextInput
                type="time"
                defaultValue={value.from}
                onBlur={(event) => change({ from: event.target.value })}
              />
            </Field>
            <Field label={<Trans>Until</Trans>}>
              <TextInput type="time" defaultValue={value.to} onBlur={(event) => change({ to: event.target.value })} />
            </Field>
          </div>
          {value.from === value.to ? (
            <p role="status" className="mt-2 text-muted text-sm">
              <Trans>That is the whole day: nothing is pushed to you at all.</Trans>
            </p>
          ) : null}
        </>
      ) : null}
    </>
  );
}
