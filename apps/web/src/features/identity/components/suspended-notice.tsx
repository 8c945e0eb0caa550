import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api, messageOf } from '../../../lib/api.ts';
import { useAppealAnswerDays } from '../../../lib/appeal-answer-days.ts';
import { Link } from '../../../lib/router.tsx';
import type { LoginForm } from '../login-form.ts';
import { Notice } from './notice.tsx';
import { OpenSuspendedData } from './open-suspended-data.tsx';

interface SuspendedNoticeProps {
  reason: string;
  appealTo: string;
  /** What the member just signed in with: the appeal needs it, as there is no session. */
  credentials?: LoginForm | undefined;
}

/** Why the account is suspended, how to appeal, and the way to one's own data. */
export function SuspendedNotice({ reason, appealTo, credentials }: SuspendedNoticeProps) {
  return (
    <Notice tone="danger" title={<Trans>This account is suspended</Trans>}>
      {reason ? <p>{reason}</p> : null}
      {credentials ? <Appeal credentials={credentials} /> : null}
      {appealTo ? (
        <p className="mt-1">
          <Trans>
            To appeal, write to{' '}
            <a href={`mailto:${appealTo}`} className="font-semibold text-ink underline">
              {appealTo}
            </a>
            .
          </Trans>
        </p>
      ) : null}
      {credentials ? (
        <OpenSuspendedData credentials={credentials} />
      ) : (
        <p className="mt-2">
          <Trans>Sign in with your password to appeal here or take your data.</Trans>
        </p>
      )}
      <p className="mt-2">
        <Link
          to="/compliance/personal-information"
          search={{ suspended: '1' }}
          className="font-semibold text-ink underline"
        >
          {credentials ? (
            <Trans>Ask the information desk something else</Trans>
          ) : (
            <Trans>Ask for a copy of your data, or have it deleted</Trans>
          )}
        </Link>
      </p>
    </Notice>
  );
}

const minLength = 10;

function Appeal({ credentials }: { credentials: LoginForm }) {
  const answerDays = useAppealAnswerDays();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const given = text.trim();
  const send = useMutation({ mutationFn: () => api.appealSuspension({ body: { ...credentials, text: given } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (given.length >= minLength && !send.isPending) send.mutate();
  };
  if (send.isSuccess)
    return (
      <p role="status" className="mt-2 font-semibold text-ink">
        <Trans>Your appeal was sent. It is answered within {answerDays} days.</Trans>
      </p>
    );
  if (!isOpen)
    return (
      <Button className="my-2" onClick={() => setOpen(true)}>
        <Trans>Appeal here</Trans>
      </Button>
    );
  return (
    <form noValidate onSubmit={submit} className="my-2 grid gap-3">
      <Field
        label={<Trans>Why it is wrong</Trans>}
        error={submitted && given.length < minLength ? <Trans>Say in a few words why</Trans> : messageOf(send.error)}
      >
        <TextArea rows={4} maxLength={2000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Button type="submit" className="justify-self-start" busy={send.isPending} busyLabel={<Trans>Sending</Trans>}>
        <Trans>Send the appeal</Trans>
      </Button>
    </form>
  );
}
