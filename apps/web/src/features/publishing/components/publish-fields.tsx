import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CreditInput } from '../../../components/pay/credit-field.tsx';
import { FromTier } from '../../../components/pay/from-tier.tsx';
import { Segment, Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { usePublishMessage } from '../messages.ts';
import { comesFromAddress, type MediaType, type PublishForm } from '../publish-form.ts';

const maxDescriptionLength = 500;
const maxTitleLength = 100;

interface PublishFieldsProps {
  form: FormState<PublishForm>;
  /** Of the first file. */
  mediaType: MediaType;
  /** No file is chosen yet. */
  asksKind: boolean;
  /** The file box. */
  children: ReactNode;
}

/** Fields of an item: type, title, audience and price. */
export function PublishFields({ form, mediaType, asksKind, children }: PublishFieldsProps) {
  const translate = usePublishMessage();
  const { values, errors, field } = form;
  return (
    <>
      {asksKind ? <NewFile form={form} /> : null}
      {asksKind && comesFromAddress(values) ? <AddressField form={form} /> : children}
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
          description={<Trans>Only subscribers and those who unlock it see it.</Trans>}
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
        {values.isPremium ? (
          <FromTier value={values.fromTier} onChange={(fromTier) => form.set('fromTier', fromTier)} className="pb-4" />
        ) : null}
        {values.isPremium && mediaType !== 'image' ? <FreeSeconds form={form} /> : null}
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

/** The start of a locked video or sound that everyone may play, in whole segments. */
function FreeSeconds({ form }: Pick<PublishFieldsProps, 'form'>) {
  const { t } = useLingui();
  return (
    <div className="pb-4">
      <p aria-hidden className="mb-1.5 font-semibold text-sm">
        <Trans>Free seconds at the start</Trans>
      </p>
      <Segment
        label={t`Free seconds at the start`}
        options={[
          { value: '0', label: <Trans>None</Trans> },
          ...['8', '20', '60'].map((value) => ({ value, label: t`${value} s` })),
        ]}
        value={form.values.previewSeconds}
        onChange={(previewSeconds) => form.set('previewSeconds', previewSeconds)}
      />
    </div>
  );
}

/** Kind of a new item, and whether its file comes from this device or from an address. */
function NewFile({ form }: Pick<PublishFieldsProps, 'form'>) {
  const { t } = useLingui();
  const { values } = form;
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
      </div>
      <Segment
        label={t`Where the file comes from`}
        options={[
          { value: 'file', label: <Trans>This device</Trans> },
          { value: 'address', label: <Trans>Web address</Trans> },
        ]}
        value={values.source}
        onChange={(source) => form.set('source', source)}
      />
    </>
  );
}

function AddressField({ form: { field, errors, values } }: Pick<PublishFieldsProps, 'form'>) {
  const translate = usePublishMessage();
  const { mediaType } = values;
  return (
    <Field
      label={
        mediaType === 'image' ? (
          <Trans>Address of the picture</Trans>
        ) : mediaType === 'video' ? (
          <Trans>Address of the video</Trans>
        ) : (
          <Trans>Address of the sound</Trans>
        )
      }
      help={
        mediaType === 'image' ? (
          <Trans>We fetch a copy and keep that; the address itself is shown to nobody.</Trans>
        ) : (
          <Trans>
            We fetch a copy and keep that; the address itself is shown to nobody. It is published once it is here and
            prepared, which can take some minutes.
          </Trans>
        )
      }
      error={translate(errors.mediaUrl)}
    >
      <TextInput {...field('mediaUrl')} type="url" inputMode="url" autoComplete="off" placeholder="https://" required />
    </Field>
  );
}
