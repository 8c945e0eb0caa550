import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { maxFingerprints } from '@vlam/contract/rules/takedowns';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { useAppealAnswerDays } from '../../../lib/appeal-answer-days.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { CaseKeys, TakedownCase } from '../api.ts';
import { useWhen } from '../labels.ts';
import { CaseSteps } from './case-steps.tsx';
import { twoColumns } from './desk-form.tsx';
import { FingerprintCard, PrintCard } from './fingerprint-card.tsx';

interface CaseViewProps {
  keys: CaseKeys;
  found: TakedownCase;
  heading: ReactNode;
  onChanged(found: TakedownCase): void;
}

/** A case as its complainant reads it, with what they may still do. */
export function CaseView({ keys, found, heading, onChanged }: CaseViewProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const when = useWhen();
  const language = useStore(languageStore);
  const answerDays = useAppealAnswerDays();
  const add = useMutation({
    mutationFn: (more: Pick<Parameters<typeof api.addToTakedown>[0]['body'], 'text' | 'fingerprints'>) =>
      api.addToTakedown({ body: { ...keys, ...more } }),
    onSuccess(changed) {
      toast({ title: t`Added to the case` });
      onChanged(changed);
    },
    onError: fail,
  });
  const appeal = useMutation({
    mutationFn: (text: string) => api.appealTakedown({ body: { ...keys, text } }),
    onSuccess: onChanged,
    onError: fail,
  });
  const isOpen = found.state === 'open';
  const latest = found.prints.at(-1);
  return (
    <div className={twoColumns}>
      <div>
        {heading}
        <CaseSteps found={found} />
        {found.messages.length > 0 ? (
          <>
            <h2 className="d4 mt-8">
              <Trans>What you wrote</Trans>
            </h2>
            <ul className="mt-2">
              {found.messages.map(({ text, at }) => (
                <li key={at} className="border-line border-t py-3 first:border-t-0">
                  <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                  <p className="text-faint text-meta">{when(at)}</p>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <div className="mt-6 grid gap-4 lg:mt-0">
        {isOpen && found.prints.length < maxFingerprints && !latest ? (
          <FingerprintCard
            made={[]}
            max={maxFingerprints}
            onMade={({ seconds: _seconds, ...fingerprint }) => add.mutate({ fingerprints: [fingerprint] })}
          />
        ) : latest ? (
          <PrintCard print={latest}>
            <h2 className="d4">
              <Trans>Its fingerprint</Trans>
            </h2>
            <p className="mt-1.5 text-muted text-sm">
              {isOpen && found.hidesAtOnce ? (
                <Trans>Any upload this close to it is hidden while the case is open.</Trans>
              ) : found.state === 'removed' ? (
                <Trans>Any upload this close to it is stopped from now on.</Trans>
              ) : (
                <Trans>The picture itself was never sent.</Trans>
              )}
            </p>
          </PrintCard>
        ) : null}
        {isOpen ? (
          <WriteMore
            label={<Trans>Something to add</Trans>}
            action={<Trans>Add it</Trans>}
            busy={add.isPending}
            onSend={(text, clear) => add.mutate({ text }, { onSuccess: clear })}
          />
        ) : null}
        {found.mayAppeal ? (
          <>
            <p className="text-muted text-sm">
              {found.appealUntil ? (
                <Trans>
                  Not satisfied with the decision? Until {formatDate(found.appealUntil, language)} you can ask once for
                  another moderator, who answers within {answerDays} days.
                </Trans>
              ) : (
                <Trans>
                  Not satisfied with the decision? You are in it: you can always ask for another moderator, who answers
                  within {answerDays} days.
                </Trans>
              )}
            </p>
            <WriteMore
              label={<Trans>Why it should be looked at again</Trans>}
              action={<Trans>Ask another moderator</Trans>}
              busy={appeal.isPending}
              onSend={(text) => appeal.mutate(text)}
            />
          </>
        ) : isOpen && !found.appealedAt ? (
          <p className="text-muted text-sm">
            <Trans>
              Not satisfied with the decision? You can ask once for another moderator; the last day is named with it.
            </Trans>
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface WriteMoreProps {
  label: ReactNode;
  action: ReactNode;
  busy: boolean;
  onSend(text: string, clear: () => void): void;
}

function WriteMore({ label, action, busy, onSend }: WriteMoreProps) {
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const isShort = text.trim().length < 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isShort && !busy)
      onSend(text, () => {
        setText('');
        setSubmitted(false);
      });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={label} error={submitted && isShort ? <Trans>Please write a few words</Trans> : null}>
        <TextArea rows={3} maxLength={2_000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Button
        type="submit"
        variant="bone"
        busy={busy}
        busyLabel={<Trans>Sending</Trans>}
        className="justify-self-start"
      >
        {action}
      </Button>
    </form>
  );
}
