import { Trans } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { SignUpConsents } from '../../../components/sign-up-consents.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { readDraft, useDraft } from '../../../lib/draft.ts';
import { type FieldErrors, useForm } from '../../../lib/form.ts';
import { Link, useSearchParam } from '../../../lib/router.tsx';
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts';
import { useRedirectWhenSignedIn } from '../entry.ts';
import { readReferral } from '../referral.ts';
import {
  type AccountStep,
  checkAccountStep,
  checkProfileStep,
  emptyAccountStep,
  emptyProfileStep,
  type ProfileStep,
  suggestedName,
} from '../sign-up-form.ts';
import { useSignUp } from '../use-sign-up.ts';
import { useSteps } from '../use-steps.ts';
import { AccountFields } from './account-fields.tsx';
import { AuthPage, FormFoot, quietLink } from './auth-page.tsx';
import { Notice } from './notice.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { LightPreview, SignUpCaption } from './sign-up-preview.tsx';

/** Account, then profile. An account without a profile starts at the second step. */
export function SignUp() {
  const user = useCurrentUser();
  if (user?.profileId) return <RedirectSignedIn />;
  return <SignUpSteps key={user?.id ?? 'visitor'} user={user ?? null} />;
}

function RedirectSignedIn() {
  useRedirectWhenSignedIn('/');
  return null;
}

function SignUpSteps({ user }: { user: CurrentUser | null }) {
  const account = useForm<AccountStep>(() => readDraft('sign-up', emptyAccountStep), checkAccountStep);
  const asCreator = useSearchParam('as') === 'creator';
  const writtenReferral = useSearchParam('by');
  const [referredBy] = useState(() => readReferral(writtenReferral));
  const profile = useForm<ProfileStep>(
    () => readDraft('sign-up', { ...emptyProfileStep, isFan: !asCreator }),
    checkProfileStep,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, show, isFresh, settle } = useSteps(user !== null, heading);
  const { password: _never, confirmPassword: _neither, ...person } = account.values;
  useDraft('sign-up', { ...person, ...profile.values });
  // Restores the draft of this tab, except passwords.
  const [again, setAgain] = useState(account.values.email !== '');

  const refuse = (fields: FieldErrors) => {
    const first = Object.keys(fields).some((field) => field in account.values);
    if (first) show(1);
    return (first ? account : profile).refuse(fields);
  };
  // Nothing is agreed to from the start.
  const [special, setSpecial] = useState(false);
  const { signUp, hasCreatedAccount } = useSignUp(refuse);
  const hasAccount = user !== null || hasCreatedAccount();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signUp.isPending) return;
    if (step === 1) {
      if (!hasAccount && !account.validate()) return;
      setAgain(false);
      if (profile.values.displayName === '') profile.set('displayName', suggestedName(account.values));
      show(2);
      return;
    }
    // Forward can lead here past an incomplete first step.
    if (!hasAccount && Object.keys(checkAccountStep(account.values)).length > 0) {
      show(1);
      account.validate();
      return;
    }
    if (!profile.validate()) return;
    signUp.mutate({ profile: profile.values, special, referredBy, ...(user ? {} : { account: account.values }) });
  };
  const form = step === 1 ? account : profile;

  return (
    <AuthPage
      example="ember"
      caption={<SignUpCaption profile={step === 2 ? profile.values : null} />}
      corner={
        user ? null : (
          <Link to="/login" className={quietLink}>
            <Trans>Sign in instead</Trans>
          </Link>
        )
      }
    >
      <StepBar step={step} />
      <h1 ref={heading} tabIndex={-1} className="d2">
        {step === 1 ? <Trans>Create your account</Trans> : <Trans>Set up your profile</Trans>}
      </h1>
      {step === 2 ? <LightPreview name={profile.values.displayName} /> : null}
      <form
        key={step}
        ref={form.ref}
        noValidate
        onInput={settle}
        onSubmit={submit}
        className="mt-4 flex flex-1 flex-col lg:mt-6"
      >
        <FormSummary invalidCount={form.invalidCount} />
        <div className="grid gap-4 pb-6 lg:gap-[18px] lg:pb-2">
          {step === 1 && again && !hasAccount ? <PasswordsClearedNotice /> : null}
          {hasAccount ? <AccountCreatedNotice email={user?.email ?? account.values.email} /> : null}
          {step === 1 ? <AccountFields form={account} locked={hasAccount} /> : <ProfileFields form={profile} />}
          {step === 1 ? (
            <p className="text-faint text-meta">
              <Trans>Vlam is for adults only. You prove your age once, right after this.</Trans>
            </p>
          ) : null}
          {step === 2 && !hasAccount ? (
            <SignUpConsents
              lead={<Trans>By creating your account you say:</Trans>}
              special={special}
              onChange={setSpecial}
            />
          ) : null}
        </div>
        <FormFoot>
          {step === 2 && !user ? (
            <Button size="lg" onClick={() => show(1)} disabled={signUp.isPending}>
              <Trans>Back</Trans>
            </Button>
          ) : null}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="min-w-0 flex-1 max-xs:px-3!"
            onClick={(event) => {
              // The first step's button was here: ignore the second press of a double tap.
              if (event.detail > 0 && isFresh()) event.preventDefault();
            }}
            busy={signUp.isPending}
            busyLabel={<Trans>Creating your account</Trans>}
          >
            {step === 1 ? <Trans>Continue to Profile Setup</Trans> : <Trans>Create Account</Trans>}
          </Button>
        </FormFoot>
      </form>
    </AuthPage>
  );
}

function StepBar({ step }: { step: 1 | 2 }) {
  return (
    <p className="mb-4 grid grid-cols-[1fr_1fr_auto] items-center gap-1.5 pt-2 text-muted text-sm lg:mb-6">
      <i className="h-1 rounded-[2px] bg-ink" />
      <i className={`h-1 rounded-[2px] ${step === 2 ? 'bg-ink' : 'bg-surface-4'}`} />
      <span className="pl-2">
        <Trans>Step {step} of 2</Trans>
      </span>
    </p>
  );
}

/** Shown when the account exists and only the profile is missing, so that members do not expect a second account. */
function AccountCreatedNotice({ email }: { email: string }) {
  return (
    <Notice tone="info" title={<Trans>Your account is made</Trans>}>
      <Trans>{email} can sign in. What is left is your profile.</Trans>
    </Notice>
  );
}

/** Shown after a reload: why the password fields are empty. */
function PasswordsClearedNotice() {
  return (
    <Notice tone="info" title={<Trans>What you typed is still here</Trans>}>
      <Trans>Only passwords are never kept. Type yours again.</Trans>
    </Notice>
  );
}
