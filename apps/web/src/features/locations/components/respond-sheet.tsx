import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { toast } from '../../../lib/toast.ts';
import { type TonightRequest, useRespondTonight } from '../api.ts';
import { useFailure, usePlaceWords } from '../words.ts';

/** Answers a request for tonight; only its author reads the answer. */
export function RespondSheet({ request, onClose }: { request: TonightRequest; onClose(): void }) {
  const { t } = useLingui();
  const translate = usePlaceWords();
  const [message, setMessage] = useState('');
  const [asked, setAsked] = useState(false);
  const name = request.person.displayName;
  const respond = useRespondTonight({
    onSuccess: () => {
      toast({ title: t`Answered`, text: t`${name} has it now.` });
      onClose();
    },
    onError: useFailure(),
  });
  const send = () => {
    setAsked(true);
    if (message.trim()) respond.mutate({ id: request.id, message: message.trim() });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      locked={respond.isPending}
      title={<Trans>Answer {name}</Trans>}
      intro={`“${request.text}”`}
      actions={
        <>
          <Button onClick={onClose} disabled={respond.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={respond.isPending} busyLabel={<Trans>Sending</Trans>} onClick={send}>
            <Trans>Send answer</Trans>
          </Button>
        </>
      }
    >
      <Field
        label={<Trans>Your answer</Trans>}
        aside={`${message.length} / 280`}
        help={<Trans>Only {name} reads it. Keep addresses for later.</Trans>}
        error={asked && !message.trim() ? translate('Write a few words first') : undefined}
      >
        <TextArea
          name="message"
          rows={3}
          maxLength={280}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </Field>
    </Sheet>
  );
}
