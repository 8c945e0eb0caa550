import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Breach } from '@vlam/contract/records-breaches';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { useRecordAct, useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

interface PeopleProps {
  breach: Breach;
  onChanged(breach: Breach): void;
}

/** Accounts it concerns, and the notice to them: written by one, approved by another. */
export function AffectedPeople({ breach, onChanged }: PeopleProps) {
  const [sheet, setSheet] = useState<'accounts' | 'notice' | null>(null);
  const waiting = breach.accounts - breach.notified;
  const done = (changed: Breach) => {
    setSheet(null);
    onChanged(changed);
  };
  return (
    <>
      <p>
        <span className="num text-[1.75rem]">{formatNumber(breach.accounts)}</span>{' '}
        <span className="text-muted">
          <Plural value={breach.accounts} one="account" other="accounts" />
        </span>
      </p>
      <p className="mt-1 text-muted text-sm">
        <Trans>{formatNumber(breach.notified)} notified in the app and by mail</Trans>
      </p>
      {breach.notice ? (
        <WaitingNotice breach={breach} notice={breach.notice} onChanged={onChanged} />
      ) : breach.closedAt ? null : (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={() => setSheet('accounts')}>
            <Trans>Name accounts</Trans>
          </Button>
          {waiting > 0 ? (
            <Button variant="bone" onClick={() => setSheet('notice')}>
              <Trans>Write the notice</Trans>
            </Button>
          ) : null}
        </div>
      )}
      {sheet === 'accounts' ? <AccountsSheet breach={breach} onClose={() => setSheet(null)} onChanged={done} /> : null}
      {sheet === 'notice' ? <NoticeSheet breach={breach} onClose={() => setSheet(null)} onChanged={done} /> : null}
    </>
  );
}

function WaitingNotice({ breach, notice, onChanged }: PeopleProps & { notice: NonNullable<Breach['notice']> }) {
  const { t } = useLingui();
  const fail = useFailure();
  const decide = useRecordAct(
    (approved: boolean) => api.decideBreachNotice({ params: { id: breach.id }, body: { approved } }),
    ['listBreaches', 'recordsWaiting'],
    {
      onDone(changed) {
        toast({ title: t`Done` });
        onChanged(changed);
      },
      onError: fail,
    },
  );
  return (
    <div className="mt-4 rounded-md bg-warning-soft p-4">
      <p className="font-semibold text-sm text-warning">
        <Trans>Written by {notice.by}. Another member of staff approves it.</Trans>
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere text-sm">{notice.text}</p>
      {notice.mayDecide ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button busy={decide.isPending} onClick={() => decide.mutate(false)}>
            <Trans>Reject</Trans>
          </Button>
          <Button variant="primary" busy={decide.isPending} onClick={() => decide.mutate(true)}>
            <Trans>Approve and send</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function AccountsSheet({ breach, onClose, onChanged }: PeopleProps & { onClose(): void }) {
  const { t } = useLingui();
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const form = useRecordForm({
    initial: { accounts: '' },
    send: ({ accounts }) =>
      api.addBreachAccounts({
        params: { id: breach.id },
        body: { accounts: accounts.split(/[\s,;]+/).filter((each) => each !== '') },
      }),
    changes: ['listBreaches', 'recordsWaiting'],
    done: t`Saved`,
    onDone(result) {
      setUnknown(result.unknown);
      form.set('accounts', result.unknown.join('\n'));
      if (result.unknown.length === 0) onChanged(result.breach);
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Name accounts</Trans>}
      action={<Trans>Add</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field
        label={<Trans>Ids or email addresses</Trans>}
        help={<Trans>One a line, 500 at a time</Trans>}
        error={
          unknown.length > 0 ? (
            <Trans>These have no account. The others were added.</Trans>
          ) : (
            (form.errorOf('accounts') ?? form.failure)
          )
        }
      >
        <TextArea rows={8} autoComplete="off" spellCheck={false} {...form.field('accounts')} />
      </Field>
    </FormSheet>
  );
}

function NoticeSheet({ breach, onClose, onChanged }: PeopleProps & { onClose(): void }) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { text: breach.drafts.people },
    send: ({ text }) => api.writeBreachNotice({ params: { id: breach.id }, body: { text } }),
    changes: ['listBreaches', 'recordsWaiting'],
    done: t`Another member of staff approves it`,
    onDone: onChanged,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Write the notice</Trans>}
      intro={<Trans>Drawn up from the facts. It goes to the accounts that were not notified yet.</Trans>}
      action={<Trans>Ask for approval</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>Text</Trans>} error={form.errorOf('text') ?? form.failure}>
        <TextArea rows={16} maxLength={4000} {...form.field('text')} />
      </Field>
    </FormSheet>
  );
}
