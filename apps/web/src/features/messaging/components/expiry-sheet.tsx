import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { autoDeletePresets, autoDeleteRange } from '@vlam/contract/rules/messaging';
import { type ReactNode, useState } from 'react';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { changeConversation } from '../threads/api.ts';
import type { Conversation } from '../types.ts';

const hour = 60;
const day = 24 * hour;

/** A duration in the largest unit that divides it. */
export function Span({ minutes }: { minutes: number }): ReactNode {
  if (minutes % day === 0) return <Plural value={minutes / day} one="# day" other="# days" />;
  if (minutes % hour === 0) return <Plural value={minutes / hour} one="# hour" other="# hours" />;
  return <Plural value={minutes} one="# minute" other="# minutes" />;
}

/** Sets when messages of the thread are deleted for both members. */
export function ExpirySheet({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const { autoDelete, expiresAfter, profile } = conversation;
  const { id: profileId, displayName: name } = profile;
  const [choice, setChoice] = useState(String(autoDelete ?? 'never'));
  const [own, setOwn] = useState('');
  const save = useMutation({
    mutationFn: (minutes: number | null) =>
      api.setConversation({ params: { profileId }, body: { autoDelete: minutes } }),
    onSuccess: (state) => {
      changeConversation(client, profileId, state);
      toast({ title: state.expiresAfter === null ? t`Messages stay` : t`Messages disappear`, tone: 'info' });
      onClose();
    },
    onError: fail,
  });
  // A value set elsewhere may be any number of minutes.
  const times = [...new Set([...autoDeletePresets, ...(autoDelete === null ? [] : [autoDelete])])].sort(
    (a, b) => a - b,
  );
  const typed = /^\d{1,5}$/.test(own.trim()) ? Number(own) : 0;
  const isWrong = choice === 'own' && (typed < autoDeleteRange.min || typed > autoDeleteRange.max);
  const theirs = expiresAfter !== null && (autoDelete === null || expiresAfter < autoDelete);
  return (
    <FormSheet
      title={<Trans>Disappearing messages</Trans>}
      intro={<Trans>New messages disappear for both of you after this time. The shorter setting applies.</Trans>}
      onClose={onClose}
      busy={save.isPending}
      busyLabel={<Trans>Saving</Trans>}
      disabled={isWrong}
      action={<Trans>Save</Trans>}
      onSubmit={() => save.mutate(choice === 'never' ? null : choice === 'own' ? typed : Number(choice))}
    >
      <RadioRows
        legend={<Trans>Time</Trans>}
        hideLegend
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'never', label: <Trans>They stay</Trans> },
          ...times.map((minutes) => ({ value: String(minutes), label: <Span minutes={minutes} /> })),
          { value: 'own', label: <Trans>Another time</Trans> },
        ]}
      />
      {choice === 'own' ? (
        <Field
          label={<Trans>Your own time</Trans>}
          aside={<Trans>minutes</Trans>}
          error={own.trim() && isWrong ? t`From 1 to ${formatNumber(autoDeleteRange.max)} minutes` : undefined}
          help={typed > 0 && !isWrong ? <Span minutes={typed} /> : undefined}
        >
          <TextInput
            name="minutes"
            type="number"
            min={autoDeleteRange.min}
            max={autoDeleteRange.max}
            step={1}
            inputMode="numeric"
            autoComplete="off"
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      {theirs ? (
        <p className="text-muted text-sm">
          <Trans>
            {name} has chosen <Span minutes={expiresAfter} />.
          </Trans>
        </p>
      ) : null}
    </FormSheet>
  );
}
