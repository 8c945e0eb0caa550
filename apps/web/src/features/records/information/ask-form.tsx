import { Trans, useLingui } from '@lingui/react/macro';
import { type InformationKind, informationKinds } from '@vlam/contract/rules/records';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows, Switch } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api } from '../../../lib/api.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { Link, useSearchParam } from '../../../lib/router.tsx';
import { kindHelp, kindLabels } from './labels.ts';

/** The request of a signed-in member. */
export function MemberForm() {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { kind: 'access', text: '' },
    send: ({ kind, text }, idempotencyKey) =>
      api.requestInformation({ body: { kind: kind as InformationKind, text }, idempotencyKey }),
    changes: ['listInformationRequests'],
    done: t`Sent. You get an answer in writing`,
    onDone: () => form.set('text', ''),
  });
  return (
    <AskFields form={form}>
      <SendButton busy={form.busy} />
    </AskFields>
  );
}

/** A request without a session: by a mailed link, or with the password of a suspended account. */
export function VisitorForm() {
  const { t } = useLingui();
  const [sent, setSent] = useState(false);
  const form = useRecordForm({
    initial: { kind: 'access', text: '', email: '', password: '', isSuspended: useSearchParam('suspended') === '1' },
    send: async ({ kind, text, email, password, isSuspended }) => {
      const body = { kind: kind as InformationKind, text, email };
      if (isSuspended) await api.requestInformationSuspended({ body: { ...body, password } });
      else await api.requestInformationByMail({ body });
    },
    changes: [],
    done: t`Look into your mail`,
    onDone: () => setSent(true),
  });
  if (sent)
    return (
      <p role="status" className="rounded-md bg-online-soft px-4 py-3 text-online">
        <Trans>We sent you a mail. Its link confirms your address and shows your request.</Trans>
      </p>
    );
  return (
    <AskFields form={form}>
      <Field label={<Trans>Your email address</Trans>} error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="email" {...form.field('email')} maxLength={254} />
      </Field>
      <Switch
        checked={form.values.isSuspended}
        onChange={(isSuspended) => form.set('isSuspended', isSuspended)}
        label={<Trans>My account is suspended</Trans>}
      />
      {form.values.isSuspended ? (
        <Field label={<Trans>Password of the account</Trans>} error={form.errorOf('password')}>
          <PasswordInput autoComplete="current-password" {...form.field('password')} maxLength={200} />
        </Field>
      ) : null}
      <SendButton busy={form.busy} />
    </AskFields>
  );
}

interface Form {
  values: { kind: string; text: string };
  set(name: 'kind', value: string): void;
  field(name: 'text'): { name: string; value: string; onChange(event: { currentTarget: { value: string } }): void };
  errorOf(name: 'text'): string | undefined;
  failure: string | undefined;
  submit(): void;
}

function AskFields({ form, children }: { form: Form; children: ReactNode }) {
  const { i18n } = useLingui();
  const kind = form.values.kind as InformationKind;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <RadioRows
        legend={<Trans>What do you want?</Trans>}
        value={kind}
        onChange={(value) => form.set('kind', value)}
        options={informationKinds.map((value) => ({ value, label: i18n._(kindLabels[value]) }))}
      />
      <Field
        label={<Trans>In your words</Trans>}
        help={i18n._(kindHelp[kind])}
        error={form.errorOf('text') ?? form.failure}
      >
        <TextArea rows={4} {...form.field('text')} maxLength={2000} />
      </Field>
      {children}
    </form>
  );
}

const SendButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={<Trans>Sending</Trans>}>
    <Trans>Send</Trans>
  </Button>
);

/** What members can do themselves, without asking. */
export const SelfService = () => (
  <p className="text-muted text-sm">
    <Trans>
      Your page, photos and settings you change yourself: <Link to="/profile">Profile</Link>. What you agreed to stands
      in <Link to="/consents">Your consent</Link>, what was decided about you in <Link to="/decisions">Decisions</Link>.
      A copy of everything, and deleting the account, you find under <Link to="/my-data">Your data</Link>.
    </Trans>
  </p>
);
