import { Trans, useLingui } from '@lingui/react/macro';
import { aboutLimits, type PromptName, promptNames } from '@vlam/contract/rules/about';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { promptLabels } from '../about-labels.ts';
import type { OwnForm } from '../own-form.ts';
import { BioField } from './own-fields.tsx';
import { ShownSwitch } from './shown-switch.tsx';

const slots = ['first', 'second', 'third'];

/** The bio, and up to three questions with their answers. */
export function WordFields({ form }: { form: FormState<OwnForm> }) {
  const { t, i18n } = useLingui();
  const translate = useFormMessage();
  const { prompts } = form.values;
  const free = promptNames.filter((name) => !prompts.some(({ prompt }) => prompt === name));
  const change = (place: number, changed: Partial<OwnForm['prompts'][number]>) =>
    form.set(
      'prompts',
      prompts.map((each, index) => (index === place ? { ...each, ...changed } : each)),
    );
  return (
    <>
      <BioField form={form} />
      {prompts.map(({ prompt, answer }, place) => {
        const options = [prompt, ...free].map((value) => ({ value, label: i18n._(promptLabels[value]) }));
        const question = i18n._(promptLabels[prompt]);
        return (
          <fieldset key={slots[place]} aria-label={question} className="grid gap-2">
            <Field label={<Trans>Question {place + 1}</Trans>}>
              <Select
                name={`question-${place}`}
                value={prompt}
                options={options}
                onChange={(event) => change(place, { prompt: event.target.value as PromptName })}
              />
            </Field>
            <Field
              label={<span className="sr-only">{t`Answer to “${question}”`}</span>}
              error={place === 0 ? translate(form.errors.prompts) : undefined}
            >
              <TextArea
                name={`answer-${place}`}
                value={answer}
                rows={2}
                maxLength={aboutLimits.answerLength}
                onChange={(event) => change(place, { answer: event.target.value })}
              />
            </Field>
            <Button
              size="sm"
              variant="ghost"
              className="justify-self-start"
              aria-label={t`Remove “${question}”`}
              onClick={() =>
                form.set(
                  'prompts',
                  prompts.filter((_each, index) => index !== place),
                )
              }
            >
              <Trans>Remove</Trans>
            </Button>
          </fieldset>
        );
      })}
      {prompts.length < aboutLimits.prompts ? (
        <Button
          className="justify-self-start"
          onClick={() => {
            const [prompt] = free;
            if (prompt) form.set('prompts', [...prompts, { prompt, answer: '' }]);
          }}
        >
          {prompts.length === 0 ? <Trans>Answer a question</Trans> : <Trans>Another question</Trans>}
        </Button>
      ) : null}
      {prompts.length > 0 ? <ShownSwitch form={form} fields={['prompts']} /> : null}
    </>
  );
}
