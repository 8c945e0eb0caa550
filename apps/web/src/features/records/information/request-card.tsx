import { Trans, useLingui } from '@lingui/react/macro';
import type { InformationRequest } from '@vlam/contract/records-information';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { kindLabels, stateLabels, stateTones } from './labels.ts';

/** A request as the person who asked reads it, with a field to add something while it is open. */
export function RequestCard({
  request,
  add,
}: {
  request: InformationRequest;
  /** Adds a text; rejects with the server's error. */
  add(text: string): Promise<unknown>;
}) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <article className="rounded-card bg-surface-1 p-5">
      <h3 className="flex flex-wrap items-center gap-2">
        <span className="d4">{i18n._(kindLabels[request.kind])}</span>
        <Tag tone={stateTones[request.state]}>{i18n._(stateLabels[request.state])}</Tag>
      </h3>
      <p className="mt-1 text-muted text-sm">
        <span className="tabular-nums">{request.number}</span>
        {', '}
        {request.answeredAt ? (
          <Trans>answered on {formatDate(request.answeredAt, language)}</Trans>
        ) : (
          <Trans>answered by {formatDate(request.dueAt, language)} at the latest</Trans>
        )}
      </p>
      <ul className="mt-4 grid gap-3">
        {request.messages.map((message) => (
          <li
            key={message.at + message.text}
            className={`rounded-md px-4 py-3 ${message.by === 'staff' ? 'bg-surface-3' : 'bg-surface-2'}`}
          >
            <p className="text-faint text-meta">
              {message.isAnswer ? (
                <Trans>Answer</Trans>
              ) : message.by === 'staff' ? (
                <Trans>Vlam</Trans>
              ) : (
                <Trans>You</Trans>
              )}
              {', '}
              {formatDate(message.at, language)}
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{message.text}</p>
          </li>
        ))}
      </ul>
      {request.state === 'open' ? <AddForm add={add} /> : null}
    </article>
  );
}

function AddForm({ add }: { add(text: string): Promise<unknown> }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === '') return;
    setBusy(true);
    setError(null);
    add(text)
      .then(() => setText(''), setError)
      .finally(() => setBusy(false));
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-3">
      <Field label={<Trans>Add something</Trans>} error={fieldErrorsOf(error).text ?? messageOf(error)}>
        <TextArea rows={2} maxLength={2000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={text.trim() === ''}
        busy={busy}
        busyLabel={<Trans>Sending</Trans>}
      >
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}
