import { Trans, useLingui } from '@lingui/react/macro';
import { aboutLimits, orientations } from '@vlam/contract/rules/about';
import { SpecialConsent } from '../../../components/special-consent.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { orientationLabels } from '../about-labels.ts';
import { noStatus, type OwnForm } from '../own-form.ts';
import { ShownSwitch } from './shown-switch.tsx';

const pronounChoices = ['she/her', 'he/him', 'they/them'] as const;

/** Pronouns, and an orientation by a yes of its own; it is hidden until the member shows it. */
export function AboutFields({ form }: { form: FormState<OwnForm> }) {
  const { t, i18n } = useLingui();
  const translate = useFormMessage();
  const { values } = form;
  const choices = [
    { value: noStatus, label: t`I'd rather not say` },
    ...orientations.map((value) => ({ value, label: i18n._(orientationLabels[value]) })),
  ];
  return (
    <>
      <div className="grid gap-3">
        <Field label={<Trans>Pronouns</Trans>} aside={<Trans>Optional</Trans>} error={translate(form.errors.pronouns)}>
          <TextInput {...form.field('pronouns')} autoComplete="off" maxLength={aboutLimits.pronounsLength} />
        </Field>
        <fieldset aria-label={t`Common pronouns`} className="flex flex-wrap gap-2">
          {pronounChoices.map((choice) => (
            <Chip
              key={choice}
              pressed={values.pronouns === choice}
              onClick={() => form.set('pronouns', values.pronouns === choice ? '' : choice)}
            >
              {choice}
            </Chip>
          ))}
        </fieldset>
        {values.pronouns ? <ShownSwitch form={form} fields={['pronouns']} /> : null}
      </div>
      <SpecialConsent kind="orientation" title={<Trans>Your orientation</Trans>}>
        <div className="grid gap-1">
          <Field label={<Trans>Orientation</Trans>} aside={<Trans>Optional</Trans>}>
            <Select {...form.field('orientation')} options={choices} />
          </Field>
          {values.orientation === noStatus ? null : <ShownSwitch form={form} fields={['orientation']} />}
        </div>
      </SpecialConsent>
    </>
  );
}
