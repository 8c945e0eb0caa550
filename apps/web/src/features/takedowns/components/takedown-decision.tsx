import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { KeyCap, WithKey } from '../../../components/ui/key-cap.tsx';
import { messageOf } from '../../../lib/api.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { toast } from '../../../lib/toast.ts';
import { type OpenedTakedown, type TakedownAction, useActOnTakedown } from '../api.ts';

/** What to do with a case, and the reason that its sides read; by keyboard too. */
export function TakedownDecision({ found, onDecided }: { found: OpenedTakedown; onDecided(): void }) {
  const { t } = useLingui();
  const [action, setAction] = useState<TakedownAction | null>(null);
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isHidden = found.hidden > 0;
  const isMinor = found.class === 'minor';
  const given = reason.trim();
  const act = useActOnTakedown({
    onSuccess({ state }) {
      toast({
        title: {
          hide: t`Hidden everywhere`,
          restore: t`Shown again`,
          remove: t`Taken down`,
          refuse: t`Closed: not upheld`,
        }[action ?? 'hide'],
      });
      setAction(null);
      setReason('');
      setSubmitted(false);
      if (state !== 'open') onDecided();
    },
    onError: () => undefined,
  });
  /** By its key; the reason is what is left to give, and what is typed next belongs to it. */
  function choose(next: TakedownAction): void {
    setAction(next);
    form.current?.querySelector('textarea')?.focus();
  }
  useKeys({
    h: found.files > 0 && !isHidden ? () => choose('hide') : undefined,
    s: isHidden ? () => choose('restore') : undefined,
    x: () => choose('remove'),
    r: () => choose('refuse'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (action && given.length >= 3 && !act.isPending) act.mutate({ id: found.id, action, reason: given });
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  const labels: Record<TakedownAction, ReactNode> = {
    hide: <Trans>Hide for now</Trans>,
    restore: <Trans>Show again for now</Trans>,
    remove: <Trans>Take down</Trans>,
    refuse: <Trans>Not upheld</Trans>,
  };
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={sendByKey} className="grid gap-4">
      <RadioRows<TakedownAction>
        legend={<Trans>Decision</Trans>}
        value={action}
        onChange={setAction}
        options={[
          {
            value: 'remove',
            label: <WithKey cap="X">{labels.remove}</WithKey>,
            description: isMinor ? (
              <Trans>Frozen for the police; hashes on the list; the uploader is not told</Trans>
            ) : (
              <Trans>Deleted everywhere; hashes on the list; buyers get their credits back</Trans>
            ),
          },
          {
            value: 'refuse',
            label: <WithKey cap="R">{labels.refuse}</WithKey>,
            description: isHidden ? (
              <Trans>Everything is shown again as it was</Trans>
            ) : (
              <Trans>Nothing changes; counts against this complainant</Trans>
            ),
          },
          ...(found.files > 0 && !isHidden
            ? [
                {
                  value: 'hide' as const,
                  label: <WithKey cap="H">{labels.hide}</WithKey>,
                  description: <Trans>The case stays open</Trans>,
                },
              ]
            : []),
          ...(isHidden
            ? [
                {
                  value: 'restore' as const,
                  label: <WithKey cap="S">{labels.restore}</WithKey>,
                  description: <Trans>The case stays open</Trans>,
                },
              ]
            : []),
        ]}
      />
      <ReasonField
        label={isMinor ? <Trans>Reason</Trans> : <Trans>Statement of reasons</Trans>}
        aside={isMinor ? <Trans>for the log and the complainant</Trans> : <Trans>sent to both sides</Trans>}
        error={submitted && given.length < 3 ? <Trans>Say why</Trans> : messageOf(act.error)}
        maxLength={500}
        rows={5}
        value={reason}
        onChange={setReason}
      />
      <Button
        type="submit"
        variant={action === 'remove' ? 'danger' : 'primary'}
        size="lg"
        full
        disabled={!action}
        busy={act.isPending}
        busyLabel={<Trans>Saving</Trans>}
      >
        {action ? labels[action] : <Trans>Choose a decision</Trans>}
        {action ? <KeyCap wide>Ctrl Enter</KeyCap> : null}
      </Button>
    </form>
  );
}
