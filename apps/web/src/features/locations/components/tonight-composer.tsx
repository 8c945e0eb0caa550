import { Trans, useLingui } from '@lingui/react/macro';
import { cities } from '@vlam/contract/constants';
import { type TonightCategory, tonightCategories } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import PenLine from 'lucide-react/icons/pen-line';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { deleteDraft, readDraft, useDraft } from '../../../lib/draft.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { usePostTonight } from '../api.ts';
import { tonightCategoryLabels, useLocationMessage } from '../labels.ts';

const maxTextLength = 280;
const draft = 'tonight';
const emptyPost = { text: '', category: '', city: '' };

/** Posts a request for tonight; it lapses at 06:00. */
export function TonightComposer({ home }: { home: City | undefined }) {
  const { t, i18n } = useLingui();
  const translate = useLocationMessage();
  const [values, setValues] = useState(() => readDraft(draft, emptyPost));
  const [submitted, setSubmitted] = useState(false);
  const wide = useMediaQuery('(min-width: 1024px)');
  const [opened, setOpened] = useState(values.text !== '');
  useDraft(draft, values);
  const text = values.text.trim();
  const category = tonightCategories.find((each) => each === values.category);
  const city = cities.find((each) => each === (values.city || home));
  const post = usePostTonight({
    onSuccess: () => {
      deleteDraft(draft);
      setValues({ ...emptyPost, city: values.city });
      setSubmitted(false);
      setOpened(false);
      toast({ title: t`Posted for tonight`, text: t`It is gone at 06:00. Only you read the answers.` });
    },
    onError: useFailure(),
  });
  const send = () => {
    setSubmitted(true);
    if (text.length >= 3 && category && city) post.mutate({ text, category, city });
  };
  // On phones the requests of others come first.
  if (!wide && !opened)
    return (
      <button
        type="button"
        onClick={() => setOpened(true)}
        className="press flex min-h-14 w-full items-center justify-between gap-3 rounded-card bg-surface-1 px-5 text-left hover:bg-surface-2"
      >
        <span className="font-semibold">
          <Trans>What do you feel like tonight?</Trans>
        </span>
        <PenLine size={20} aria-hidden className="shrink-0 text-muted" />
      </button>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="rounded-card bg-surface-1 p-5"
    >
      <h2 className="d4">
        <Trans>What do you feel like tonight?</Trans>
      </h2>
      <fieldset className="mt-3 flex flex-wrap gap-2 border-0">
        <legend className="sr-only">
          <Trans>Category</Trans>
        </legend>
        {tonightCategories.map((value: TonightCategory) => (
          <Chip
            key={value}
            pressed={category === value}
            className={category === value ? '' : 'bg-surface-2'}
            onClick={() => setValues({ ...values, category: category === value ? '' : value })}
          >
            {i18n._(tonightCategoryLabels[value])}
          </Chip>
        ))}
      </fieldset>
      {submitted && !category ? (
        <p role="alert" className="mt-2 text-danger text-meta">
          {translate('Please choose a category')}
        </p>
      ) : null}
      <Field
        className="mt-4"
        label={<Trans>In a few words</Trans>}
        aside={`${values.text.length} / ${maxTextLength}`}
        error={submitted && text.length < 3 ? translate('Write a few words first') : undefined}
      >
        <TextArea
          name="tonight"
          rows={2}
          maxLength={maxTextLength}
          value={values.text}
          onChange={(event) => setValues({ ...values, text: event.currentTarget.value })}
          className="min-h-0!"
        />
      </Field>
      <Field
        className="mt-4"
        label={<Trans>City</Trans>}
        error={submitted && !city ? translate('Please choose a city') : undefined}
      >
        <Select
          placeholder={t`Choose a city`}
          options={cities.map((each) => ({ value: each, label: each }))}
          value={city ?? ''}
          onChange={(event) => setValues({ ...values, city: event.currentTarget.value })}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        full
        className="mt-4"
        busy={post.isPending}
        busyLabel={<Trans>Posting</Trans>}
      >
        <Trans>Post for tonight</Trans>
      </Button>
    </form>
  );
}
