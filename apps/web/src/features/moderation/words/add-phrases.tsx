import { Trans, useLingui } from '@lingui/react/macro';
import { maxWordsAtOnce } from '@vlam/contract/moderation-words';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { type WordEffect, type WordLanguage, wordLanguages } from '@vlam/contract/rules/words';
import { useState } from 'react';
import { RuleField } from '../../../components/staff-lists/rule-field.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useAddPhrases } from './api.ts';
import { wordLanguageLabels } from './labels.ts';

/** Adds phrases to the list of a language, one a line. */
export function AddPhrases({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const [text, setText] = useState('');
  const [language, setLanguage] = useState<WordLanguage>('en');
  const [effect, setEffect] = useState<WordEffect>('report');
  const [rule, setRule] = useState<CommunityRule>('paid_meetings');
  const [submitted, setSubmitted] = useState(false);
  const phrases = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const add = useAddPhrases({
    onSuccess() {
      toast({ title: t`Added`, text: t`It holds in ten seconds.` });
      onClose();
    },
    onError: (error) => {
      if (!fieldErrorsOf(error)) fail(error);
    },
  });
  const refused = Object.values(fieldErrorsOf(add.error) ?? {})[0];
  const problem =
    phrases.length === 0 ? (
      <Trans>Write a phrase first</Trans>
    ) : phrases.length > maxWordsAtOnce ? (
      <Trans>At most {maxWordsAtOnce} at once</Trans>
    ) : undefined;
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Add phrases</Trans>}
      intro={
        <Trans>Compared without capitals, accents and signs. Digits that stand for letters are read as them.</Trans>
      }
      action={<Trans>Add</Trans>}
      busy={add.isPending}
      busyLabel={<Trans>Adding</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (!problem) add.mutate({ phrases, language, effect, rule });
      }}
    >
      <Field label={<Trans>Phrases, one a line</Trans>} error={(submitted && problem) || refused}>
        <TextArea rows={4} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Field label={<Trans>Language</Trans>} className="mt-4">
        <Select
          options={wordLanguages.map((value) => ({ value, label: i18n._(wordLanguageLabels[value]) }))}
          value={language}
          onChange={(event) => {
            const chosen = wordLanguages.find((value) => value === event.currentTarget.value);
            if (chosen) setLanguage(chosen);
          }}
        />
      </Field>
      <div className="mt-4">
        <RadioRows<WordEffect>
          legend={<Trans>What happens</Trans>}
          options={[
            {
              value: 'report',
              label: <Trans>Listed for us</Trans>,
              description: <Trans>The text is taken, and shown here</Trans>,
            },
            {
              value: 'refuse',
              label: <Trans>Refused</Trans>,
              description: <Trans>The text and the search are not taken, and the member is told why</Trans>,
            },
          ]}
          value={effect}
          onChange={setEffect}
        />
      </div>
      <div className="mt-4">
        <RuleField value={rule} onChange={setRule} />
      </div>
    </FormSheet>
  );
}
