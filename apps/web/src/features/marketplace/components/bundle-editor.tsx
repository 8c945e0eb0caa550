import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { bundleCategories } from '@vlam/contract/rules/bundles';
import { minCreatorPrice } from '@vlam/contract/rules/split';
import { clsx } from 'clsx';
import { CreditInput } from '../../../components/pay/credit-field.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { useShareLabel } from '../../../components/ui/share-label.ts';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf, messageOf, queryOf } from '../../../lib/api.ts';
import { earnedRand } from '../../../lib/credit-value.ts';
import { type FormState, useForm } from '../../../lib/form.ts';
import { useShare } from '../../../lib/share.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { type BundleView, useCreateBundle, useUpdateBundle } from '../api.ts';
import {
  type BundleForm,
  checkBundleDetails,
  checkBundleForm,
  discountPercent,
  emptyBundleForm,
  maxDescriptionLength,
  maxTitleLength,
  toBundleForm,
} from '../bundle-form.ts';
import { useBundleMessage } from '../form-messages.ts';
import { bundleCategoryLabels } from '../labels.ts';
import { ItemChoice } from './item-choice.tsx';

interface BundleEditorProps {
  creatorId: string;
  /** The bundle to edit; a new one is created without it. */
  bundle?: BundleView | undefined;
  /** Ids of the items of a new one. */
  items?: readonly string[];
  open: boolean;
  onClose(): void;
}

/** Creates a bundle from own items, or edits the texts and price of one on sale. */
export function BundleEditor({ creatorId, bundle, items: first = [], open, onClose }: BundleEditorProps) {
  const { t } = useLingui();
  const form = useForm(
    bundle ? toBundleForm(bundle) : { ...emptyBundleForm, contentIds: [...first] },
    bundle ? checkBundleDetails : checkBundleForm,
  );
  const onError = (error: Error) => {
    if (!form.refuse(fieldErrorsOf(error)))
      toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Your bundle is still here; try again.`);
  };
  const make = useCreateBundle({
    onSuccess: () => {
      toast({ title: t`On sale`, text: t`"${form.values.title.trim()}" can be bought now.` });
      onClose();
    },
    onError,
  });
  const change = useUpdateBundle({
    onSuccess: () => {
      toast({ title: t`Bundle changed` });
      onClose();
    },
    onError,
  });
  const busy = make.isPending || change.isPending;
  const { data: items } = useQuery({
    ...queryOf('creatorContent', { params: { id: creatorId } }),
    enabled: bundle === undefined,
  });
  const { contentIds } = form.values;
  const worth = bundle
    ? (bundle.originalPrice ?? 0)
    : (items ?? []).filter(({ id }) => contentIds.includes(id)).reduce((sum, { price }) => sum + price, 0);
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={bundle ? <Trans>Change this bundle</Trans> : <Trans>Make a bundle</Trans>}
      action={bundle ? <Trans>Save</Trans> : <Trans>Put on sale</Trans>}
      busy={busy}
      busyLabel={bundle ? <Trans>Saving</Trans> : <Trans>Putting on sale</Trans>}
      formRef={form.ref}
      onSubmit={() => {
        if (!form.validate()) return;
        if (bundle) change.mutate({ id: bundle.id, form: form.values });
        else make.mutate(form.values);
      }}
    >
      <FormSummary invalidCount={form.invalidCount} />
      {bundle ? null : <ItemChoice creatorId={creatorId} form={form} worth={worth} />}
      <BundleFields form={form} worth={worth} isOnSale={bundle !== undefined} />
    </FormSheet>
  );
}

interface BundleFieldsProps {
  form: FormState<BundleForm>;
  /** Sum of the items' prices, in credits. */
  worth: number;
  isOnSale: boolean;
}

function BundleFields({ form, worth, isOnSale }: BundleFieldsProps) {
  const { t, i18n } = useLingui();
  const translate = useBundleMessage();
  const { values, errors, field } = form;
  const price = Number(values.price);
  const shareLabel = useShareLabel();
  const under = discountPercent(price, worth);
  const options = bundleCategories.map((value) => {
    const label = bundleCategoryLabels[value];
    return { value, label: label ? i18n._(label) : value };
  });
  return (
    <>
      <Field
        label={<Trans>Title</Trans>}
        aside={`${values.title.length} / ${maxTitleLength}`}
        error={translate(errors.title)}
      >
        <TextInput {...field('title')} maxLength={maxTitleLength} autoComplete="off" required />
      </Field>
      <Field label={<Trans>Description</Trans>} aside={<Trans>Optional</Trans>} error={translate(errors.description)}>
        <TextArea {...field('description')} rows={3} maxLength={maxDescriptionLength} />
      </Field>
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <Field label={<Trans>Category</Trans>} error={translate(errors.category)}>
          <Select {...field('category')} options={options} placeholder={t`Choose`} required />
        </Field>
        <Field
          label={<Trans>Price</Trans>}
          error={translate(errors.price)}
          help={
            Number.isInteger(price) && price >= minCreatorPrice
              ? shareLabel(price)
              : t`In credits, at least ${minCreatorPrice}`
          }
        >
          <CreditInput {...field('price')} required />
        </Field>
      </div>
      {under > 0 ? <DiscountNote percent={under} price={price} worth={worth} /> : null}
      {isOnSale ? (
        <p className="text-meta text-muted">
          <Trans>Who has bought it keeps it as it is. A new price is for those who buy from now on.</Trans>
        </p>
      ) : null}
      <Field
        label={<Trans>Tags</Trans>}
        aside={<Trans>Optional</Trans>}
        help={t`Words between commas`}
        error={translate(errors.tags)}
      >
        <TextInput {...field('tags')} autoComplete="off" maxLength={330} />
      </Field>
      {isOnSale ? null : (
        <Switch
          checked={values.isExclusive}
          onChange={(on) => form.set('isExclusive', on)}
          label={<Trans>Exclusive</Trans>}
          description={<Trans>Only here; you don't sell these items anywhere else.</Trans>}
        />
      )}
    </>
  );
}

/** Names the discount; a warning above 50 %. */
function DiscountNote({ percent, price, worth }: { percent: number; price: number; worth: number }) {
  const share = useShare()();
  const loss = share && earnedRand(share.of(worth) - share.of(price));
  return (
    <p
      role="status"
      data-slot="discount-note"
      className={clsx('rounded-md px-4 py-3 text-sm', percent > 50 ? 'bg-warning-soft' : 'bg-surface-2 text-muted')}
    >
      {loss ? (
        <Trans>
          One by one these cost {worth} credits. Your price is {percent}% less: {loss} less for you.
        </Trans>
      ) : (
        <Trans>
          One by one these cost {worth} credits. Your price is {percent}% less.
        </Trans>
      )}
    </p>
  );
}
