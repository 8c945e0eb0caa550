import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import Mail from 'lucide-react/icons/mail';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { Section } from '../../../../components/ui/page-title.tsx';
import { type Answer, api } from '../../../../lib/api.ts';
import { formatDate } from '../../../../lib/format.ts';
import { languageStore } from '../../../../lib/language.ts';
import { Link } from '../../../../lib/router.tsx';
import { useStore } from '../../../../lib/store.ts';
import { toast } from '../../../../lib/toast.ts';
import { useFailure } from '../../../../lib/use-failure.ts';
import { LazySecuritySheet } from './lazy-sheet.tsx';

type Security = Answer<'accountSecurity'>;

/** The address and the password, each with the button that changes it. */
export function SignInSection({ security }: { security: Security }) {
  const { t } = useLingui();
  const [sheet, setSheet] = useState<'email' | 'password' | null>(null);
  return (
    <Section title={<Trans>How you sign in</Trans>} className="mt-6! lg:mt-8!">
      <ul>
        <SignInRow
          icon={<Mail size={20} aria-hidden />}
          title={security.email}
          text={<AddressState security={security} />}
        >
          <Button size="sm" aria-label={t`Change your address`} onClick={() => setSheet('email')}>
            <Trans>Change</Trans>
          </Button>
        </SignInRow>
        <SignInRow
          icon={<Lock size={20} aria-hidden />}
          title={<Trans>Password</Trans>}
          text={<PasswordState security={security} />}
        >
          {security.hasPassword ? (
            <Button size="sm" aria-label={t`Change your password`} onClick={() => setSheet('password')}>
              <Trans>Change</Trans>
            </Button>
          ) : (
            <Link to="/forgot-password" className={buttonStyle({ size: 'sm' })}>
              <Trans>Choose one</Trans>
            </Link>
          )}
        </SignInRow>
      </ul>
      <LazySecuritySheet sheet={sheet && { kind: sheet, security }} onClose={() => setSheet(null)} />
    </Section>
  );
}

function AddressState({ security }: { security: Security }) {
  const { newEmail } = security;
  if (newEmail) return <Trans>Open the link that we sent to {newEmail}</Trans>;
  return security.emailVerified ? <Trans>Confirmed</Trans> : <SendConfirmation />;
}

function SendConfirmation() {
  const { t } = useLingui();
  const send = useMutation({
    mutationFn: () => api.sendConfirmation(),
    onSuccess: () => toast({ title: t`Link sent`, text: t`It works for 7 days.` }),
    onError: useFailure(),
  });
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Trans>Not confirmed yet</Trans>
      <button
        type="button"
        disabled={send.isPending}
        onClick={() => send.mutate()}
        className="min-h-6 font-semibold text-ink underline"
      >
        <Trans>Send the link</Trans>
      </button>
    </span>
  );
}

function PasswordState({ security }: { security: Security }) {
  const language = useStore(languageStore);
  if (!security.hasPassword) return <Trans>This account has none</Trans>;
  if (!security.passwordChangedAt) return <Trans>As you chose it when you signed up</Trans>;
  const day = formatDate(security.passwordChangedAt, language);
  return <Trans>Changed {day}</Trans>;
}

function SignInRow(props: { icon: ReactNode; title: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex min-h-15 items-center gap-4 border-line border-t py-2.5 first:border-t-0 [&>svg]:shrink-0">
      {props.icon}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{props.title}</p>
        <p className="wrap-anywhere text-faint text-meta">{props.text}</p>
      </div>
      {props.children}
    </li>
  );
}
