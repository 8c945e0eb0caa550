import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InterestCategory, interestCategories } from '@vlam/contract/constants';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { deleteDraft, readDraft, useDraft } from '../../../lib/draft.ts';
import { useForm } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { interestNames } from '../../../lib/interest-names.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { refetchPosts } from '../api.ts';
import { checkInterest, emptyInterest, maxPostLength } from '../interest-form.ts';

const draft = 'interest';
const descriptors = {
  'Write a few words first': msg`Write a few words first`,
  'Please keep it under 280 characters': msg`Please keep it under 280 characters`,
};

/** Posts an interest: a category and a text. Saved as a draft until posted. */
export function InterestForm({ onPosted }: { onPosted(): void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const translate = useFormMessage(descriptors);
  const form = useForm(() => readDraft(draft, emptyInterest), checkInterest);
  const { values, errors, field } = form;
  useDraft(draft, values);
  const post = useMutation({
    mutationFn: () =>
      api.postInterest({ body: { category: values.category as InterestCategory, text: values.text.trim() } }),
    onSuccess: () => {
      deleteDraft(draft);
      void refetchPosts(client);
      toast({ title: t`Your interest is posted`, text: t`Visible for 24 hours. You can take it down at any time.` });
      onPosted();
    },
    onError: (error) => {
      if (form.refuse(fieldErrorsOf(error))) return;
      toastError(t`Not posted`, messageOf(error) ?? t`The connection dropped. Your words are kept here.`);
    },
  });
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.validate() && !post.isPending) post.mutate();
      }}
      className="mt-6 grid max-w-xl grid-cols-1 gap-6"
    >
      <FormSummary invalidCount={form.invalidCount} />
      <fieldset
        aria-describedby={errors.category ? 'category-error' : undefined}
        aria-invalid={errors.category ? true : undefined}
        tabIndex={-1}
        className="outline-none"
      >
        <legend className="mb-2 font-semibold text-sm">
          <Trans>What is it about?</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {interestCategories.map((category) => (
            <Chip key={category} pressed={values.category === category} onClick={() => form.set('category', category)}>
              {i18n._(interestNames[category])}
            </Chip>
          ))}
        </div>
        {errors.category ? (
          <p id="category-error" role="alert" className="mt-2 text-danger text-meta">
            {translate(errors.category)}
          </p>
        ) : null}
      </fieldset>
      <Field
        label={<Trans>In your words</Trans>}
        aside={`${values.text.length} / ${maxPostLength}`}
        error={translate(errors.text)}
        help={t`Kind, clear, and no phone numbers: people answer here.`}
      >
        <TextArea {...field('text')} rows={5} maxLength={maxPostLength} required />
      </Field>
      <Button
        type="submit"
        size="lg"
        variant="primary"
        busy={post.isPending}
        busyLabel={<Trans>Posting</Trans>}
        className="sm:w-fit"
      >
        <Trans>Post Your Interest</Trans>
      </Button>
    </form>
  );
}
