import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, keyOf, messageOf } from '../../../lib/api.ts';
import { useAppealAnswerDays } from '../../../lib/appeal-answer-days.ts';
import { toast } from '../../../lib/toast.ts';
import type { OwnDecision } from '../api.ts';

const minLength = 10;

/** The one appeal against a decision. */
export function AppealSheet({ decision, onClose }: { decision: OwnDecision; onClose(): void }) {
  const { t } = useLingui();
  const answerDays = useAppealAnswerDays();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const given = text.trim();
  const send = useMutation({
    mutationFn: () => api.appealDecision({ params: { id: decision.id }, body: { text: given } }),
    onSuccess() {
      toast({ title: t`Appeal sent` });
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf('ownDecisions') }),
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Appeal</Trans>}
      intro={
        <Trans>
          A moderator who did not decide this looks at it again and answers within {answerDays} days. You can appeal
          once.
        </Trans>
      }
      action={<Trans>Send</Trans>}
      busyLabel={<Trans>Sending</Trans>}
      busy={send.isPending}
      onSubmit={() => {
        setSubmitted(true);
        if (given.length >= minLength) send.mutate();
      }}
    >
      <Field
        label={<Trans>Why it is wrong</Trans>}
        error={submitted && given.length < minLength ? <Trans>Say in a few words why</Trans> : messageOf(send.error)}
      >
        <TextArea rows={5} maxLength={2000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
    </FormSheet>
  );
}
