import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { FormSummary } from '../../components/ui/form-summary.tsx';
import { AuthPage, FormFoot, quietLink } from '../../features/identity/components/auth-page.tsx';
import { AboutFields } from '../../features/profiles/components/welcome-about.tsx';
import { WelcomePhoto } from '../../features/profiles/components/welcome-photo.tsx';
import { WishFields } from '../../features/profiles/components/welcome-wishes.tsx';
import { WordFields } from '../../features/profiles/components/welcome-words.tsx';
import { type OwnProfile, ownProfileQuery, useUpdateProfile } from '../../features/profiles/own-api.ts';
import {
  checkWelcome,
  type OwnForm,
  toOwnForm,
  type WelcomeStep,
  welcomeBody,
} from '../../features/profiles/own-form.ts';
import { fieldErrorsOf, messageOf } from '../../lib/api.ts';
import { deleteDraft, readDraft, useDraft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { go, Link, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const WelcomeDone = lazyPart(() => import('./welcome-done.tsx').then((module) => module.WelcomeDone));

const steps = ['photo', 'about', 'wishes', 'words'] as const;
type Step = (typeof steps)[number];

const draftName = 'welcome';
const openStep = (step: Step | 'done', replace = false) => go({ to: '/welcome', search: { step }, replace });

/** A newcomer's profile in four steps that can all be skipped, then something to do; `?step=` names the step. */
export function Route() {
  const { data: profile, error, refetch } = useQuery(ownProfileQuery);
  const asked = useSearchParam('step');
  const isMissing = profile === null;
  useEffect(() => {
    if (isMissing) go({ to: '/profile', replace: true });
  }, [isMissing]);
  if (error && !profile) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!profile) return <ScreenLoading />;
  if (asked === 'done')
    return (
      <LazyBoundary fallback={<ScreenLoading />}>
        <WelcomeDone />
      </LazyBoundary>
    );
  return <WelcomeSteps profile={profile} step={steps.find((each) => each === asked) ?? 'photo'} />;
}

function WelcomeSteps({ profile, step }: { profile: OwnProfile; step: Step }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const current = step === 'photo' ? null : step;
  const form = useForm<OwnForm>(
    () => readDraft(draftName, toOwnForm(profile)),
    (values) => (current ? checkWelcome(current, values) : {}),
  );
  useDraft(draftName, form.values);
  const save = useUpdateProfile();
  const place = steps.indexOf(step);
  const next = steps[place + 1] ?? 'done';
  const previous = steps[place - 1];
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const leave = () => {
    save.reset();
    if (next === 'done') deleteDraft(draftName);
    openStep(next);
  };
  const isChanged = current !== null && differs(welcomeBody(current, form.values), profile);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (!current || !isChanged) return leave();
    if (!form.validate()) return;
    save.mutate(welcomeBody(current, form.values), {
      onSuccess: leave,
      onError: (error) => void form.refuse(fieldErrorsOf(error)),
    });
  };
  const isEmpty = current === null ? profile.portraits.card.startsWith('/img/p/') : !isChanged;
  return (
    <AuthPage
      example="protea"
      caption={<Caption />}
      corner={
        <Link to="/welcome" search={{ step: 'done' }} className={quietLink} onClick={() => deleteDraft(draftName)}>
          <Trans>Skip all</Trans>
        </Link>
      }
    >
      <Progress place={place} />
      <h1 ref={heading} tabIndex={-1} className="d2">
        {headings[step]}
      </h1>
      <p className="mt-2 max-w-[52ch] text-muted">{leads[step]}</p>
      <form ref={form.ref} noValidate onSubmit={submit} className="mt-5 flex flex-1 flex-col lg:mt-6">
        <FormSummary invalidCount={form.invalidCount} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-6 lg:pb-2">
          {step === 'photo' ? (
            <WelcomePhoto profile={profile} />
          ) : step === 'about' ? (
            <AboutFields form={form} />
          ) : step === 'wishes' ? (
            <WishFields form={form} />
          ) : (
            <WordFields form={form} />
          )}
          {save.error ? (
            <p role="alert" className="rounded-md bg-danger-soft p-4 text-sm">
              {messageOf(save.error) ?? t`Not saved: the connection dropped. What you typed is still here; try again.`}
            </p>
          ) : null}
        </div>
        <FormFoot>
          {previous ? (
            <Button size="lg" disabled={save.isPending} onClick={() => openStep(previous, true)}>
              <Trans>Back</Trans>
            </Button>
          ) : null}
          {save.error ? (
            <Button size="lg" variant="ghost" onClick={leave}>
              <Trans>Skip</Trans>
            </Button>
          ) : null}
          <Button
            type="submit"
            size="lg"
            variant={isEmpty ? 'bone' : 'primary'}
            className="min-w-0 flex-1 max-xs:px-3!"
            busy={save.isPending}
            busyLabel={<Trans>Saving</Trans>}
          >
            {isEmpty ? <Trans>Skip</Trans> : <Trans>Continue</Trans>}
          </Button>
        </FormFoot>
      </form>
    </AuthPage>
  );
}

/** Whether a step would change the saved profile. */
const differs = (body: object, profile: OwnProfile): boolean =>
  Object.entries(body).some(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(profile[field as keyof OwnProfile]),
  );

const headings: Record<Step | WelcomeStep, ReactNode> = {
  photo: <Trans>A face, or a light</Trans>,
  about: <Trans>How others speak of you</Trans>,
  wishes: <Trans>What you look for</Trans>,
  words: <Trans>In your own words</Trans>,
};
const leads: Record<Step, ReactNode> = {
  photo: <Trans>You may stay behind glass for as long as you like.</Trans>,
  about: <Trans>Everything here is optional, and you decide who sees it.</Trans>,
  wishes: <Trans>It brings you people who want the same. You can hide it at any time.</Trans>,
  words: <Trans>A sentence is enough. Twenty characters of bio bring you 25 credits.</Trans>,
};

function Progress({ place }: { place: number }) {
  return (
    <p className="mb-4 flex items-center gap-1.5 pt-2 text-muted text-sm lg:mb-6">
      {steps.map((step, index) => (
        <i
          key={step}
          aria-hidden
          className={`h-1 flex-1 rounded-[2px] ${index <= place ? 'bg-ink' : 'bg-surface-4'}`}
        />
      ))}
      <span className="pl-2">
        <Trans>
          Step {place + 1} of {steps.length}
        </Trans>
      </span>
    </p>
  );
}

function Caption() {
  return (
    <>
      <p className="d2">
        <Trans>Be seen on your terms.</Trans>
      </p>
      <p className="mt-3 max-w-[38ch] text-on-picture-2">
        <Trans>Each step can be skipped now and answered later, from your profile.</Trans>
      </p>
    </>
  );
}
