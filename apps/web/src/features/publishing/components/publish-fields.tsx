import { Trans, useLingui } from '@lingui/react/macro';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { Segment, Switch } from '../../../components/ui/choice.tsx';
import { CreditInput } from '../../../components/ui/credit-field.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { unsupportedKindMessage, usePublishMessage } from '../messages.ts';
import type { PublishForm } from '../publish-form.ts';

const maxDescriptionLength = 500;
const maxTitleLength = 100;

interface PublishFieldsProps {
  form: FormState<PublishForm>;
  /** The file box, for pictures only. */
  children: ReactNode;
}

/** Fields of an item: type, title, audience and price. */
export function PublishFields({ form, children }: PublishFieldsProps) {
  const { t, i18n } = useLingui();
  const translate = usePublishMessage();
  const { values, errors, field } = form;
  const isPicture = values.mediaType === 'image';
  return (
    <>
      <div>
        <p aria-hidden className="mb-1.5 font-semibold text-sm">
          <Trans>What is it?</Trans>
        </p>
        <Segment
          label={t`What is it?`}
          options={[
            { value: 'image', label: <Trans>Photo</Trans> },
            { value: 'video', label: <Trans>Video</Trans> },
            { value: 'audio', label: <Trans>Audio</Trans> },
          ]}
          value={values.mediaType}
          onChange={(mediaType) => form.set('mediaType', mediaType)}
        />
        <p role="status">
          {isPicture ? null : (
            <span className="mt-3 flex items-start gap-2 rounded-field bg-info-soft px-4 py-3 text-info text-sm">
              <Info size={18} strokeWidth={1.75} className="mt-px shrink-0" />
              {i18n._(unsupportedKindMessage)}
            </span>
          )}
        </p>
      </div>
      {isPicture ? (
        <>
          <Segment
            label={t`Where the picture comes from`}
            options={[
              { value: 'file', label: <Trans>This device</Trans> },
              { value: 'address', label: <Trans>Web address</Trans> },
            ]}
            value={values.source}
            onChange={(source) => form.set('source', source)}
          />
          {values.source === 'file' ? (
            children
          ) : (
            <Field
              label={<Trans>Address of the picture</Trans>}
              help={<Trans>We fetch a copy and keep that; the address itself is shown to nobody.</Trans>}
              error={translate(errors.mediaUrl)}
            >
              <TextInput
                {...field('mediaUrl')}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                required
              />
            </Field>
          )}
        </>
      ) : null}
      <Field
        label={<Trans>Title</Trans>}
        aside={`${values.title.length} / ${maxTitleLength}`}
        error={translate(errors.title)}
      >
        <TextInput {...field('title')} autoComplete="off" enterKeyHint="next" required />
      </Field>
      <Field
        label={<Trans>Description</Trans>}
        aside={`${values.description.length} / ${maxDescriptionLength}`}
        error={translate(errors.description)}
      >
        <TextArea {...field('description')} rows={3} />
      </Field>
      <div className="border-line border-y">
        <Switch
          checked={values.isPremium}
          onChange={(isPremium) => form.set('isPremium', isPremium)}
          label={<Trans>Premium</Trans>}
          description={<Trans>Only subscribers and those who unlock it see the picture.</Trans>}
        />
        {values.isPremium ? (
          <Field
            label={<Trans>Price in credits</Trans>}
            aside={<Trans>0 = subscribers only</Trans>}
            error={translate(errors.price)}
            className="pb-4"
          >
            <CreditInput {...field('price')} maxLength={6} />
          </Field>
        ) : null}
        <Switch
          checked={values.isExclusive}
          onChange={(isExclusive) => form.set('isExclusive', isExclusive)}
          label={<Trans>Exclusive</Trans>}
          description={<Trans>Marks it as something you show nowhere else.</Trans>}
          className="border-line border-t"
        />
      </div>
      <Field
        label={<Trans>Tip goal</Trans>}
        aside={<Trans>Optional</Trans>}
        help={<Trans>A bar shows how far the tips have come.</Trans>}
        error={translate(errors.tipGoal)}
      >
        <TextInput
          {...field('tipGoal')}
          before="R"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          className="tabular-nums"
        />
      </Field>
    </>
  );
}
