import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type TonightRequest, useRespondTonight } from '../api.ts';
import { useLocationMessage } from '../labels.ts';

/** Replies to a request for tonight; only its author sees the reply. */
export function RespondSheet({ request, onClose }: { request: TonightRequest; onClose(): void }) {
  const { t } = useLingui();
  const translate = useLocationMessage();
  const [message, setMessage] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const name = request.person.displayName;
  const respond = useRespondTonight({
    onSuccess: () => {
      toast({ title: t`Answered`, text: t`${name} has it now.` });
      onClose();
    },
    onError: useFailure(),
  });
  const send = () => {
    setSubmitted(true);
    if (message.trim()) respond.mutate({ id: request.id, message: message.trim() });
  };
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Answer {name}</Trans>}
      intro={`“${request.text}”`}
      action={<Trans>Send answer</Trans>}
      busy={respond.isPending}
      busyLabel={<Trans>Sending</Trans>}
      onSubmit={send}
    >
      <Field
        label={<Trans>Your answer</Trans>}
        aside={`${message.length} / 280`}
        help={<Trans>Only {name} reads it. Keep addresses for later.</Trans>}
        error={submitted && !message.trim() ? translate('Write a few words first') : undefined}
      >
        <TextArea
          name="message"
          rows={3}
          maxLength={280}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
