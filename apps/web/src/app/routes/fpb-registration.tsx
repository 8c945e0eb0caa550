import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { type OwnRegistration, type Registration, useDay } from '../../features/film-board/api.ts';
import { RegistrationForm } from '../../features/film-board/components/registration-form.tsx';
import { RegistrationSent } from '../../features/film-board/components/registration-sent.tsx';
import { RegistrationState } from '../../features/film-board/components/registration-state.tsx';
import { WhatHappens } from '../../features/film-board/components/what-happens.tsx';
import { emptyAnswers } from '../../features/film-board/registration-form.ts';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { CreatorRequired } from '../creator-required.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

/** A creator's registration with the Film and Publication Board. */
export function Route() {
  const user = useCurrentUser();
  if (!user) return <ScreenLoading />;
  return user.creator ? <OwnRegistrationScreen /> : <NoCreator />;
}

function NoCreator() {
  return (
    <CreatorRequired
      text={<Trans>Only those who publish register with the Film and Publication Board.</Trans>}
      action={
        <Link to="/compliance" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Return to compliance</Trans>
        </Link>
      }
    />
  );
}

function OwnRegistrationScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('ownRegistration'), refetchOnMount: 'always' });
  const [step, setStep] = useState<'state' | 'renew' | 'sent'>('state');
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading your registration`} className="pt-10">
        <SkeletonRows />
      </Loading>
    );
  if (step === 'sent') return <RegistrationSent own={data} />;
  if (data.mayApply && (step === 'renew' || !data.active))
    return <Application own={data} onSent={() => setStep('sent')} />;
  return (
    <>
      <Back />
      <PageTitle className="pt-0!">
        <Trans>Film-board registration</Trans>
      </PageTitle>
      <div className="mt-6">
        <RegistrationState own={data} onRenew={() => setStep('renew')} />
      </div>
    </>
  );
}

/** The form: the first time, after a refusal with what was sent, or for a renewal. */
function Application({ own, onSent }: { own: OwnRegistration; onSent(): void }) {
  const { latest } = own;
  return (
    <>
      <Back />
      <PageTitle
        className="pt-0!"
        lead={<Trans>Seven answers. Review takes up to {formatNumber(own.reviewDays)} business days.</Trans>}
      >
        <Trans>Film-board registration</Trans>
      </PageTitle>
      {latest ? <Earlier latest={latest} /> : null}
      <div className="mt-7 lg:grid lg:grid-cols-[minmax(0,580px)_minmax(0,340px)] lg:items-start lg:justify-between lg:gap-16">
        <RegistrationForm key={latest?.id} initial={latest?.answers ?? emptyAnswers} onSent={onSent} />
        <div className="mt-10 lg:mt-0">
          <WhatHappens />
        </div>
      </div>
    </>
  );
}

/** Why the last application or registration does not count. */
function Earlier({ latest }: { latest: Registration }) {
  const day = useDay();
  const texts: Partial<Record<Registration['state'], ReactNode>> = {
    refused: <Trans>It was refused. Correct what is named here and send it again.</Trans>,
    withdrawn: <Trans>Your registration was withdrawn.</Trans>,
    lapsed: latest.validUntil ? <Trans>Your registration ended on {day(latest.validUntil)}.</Trans> : null,
  };
  const text = texts[latest.state];
  if (!text) return null;
  return (
    <div role="status" className="mt-5 max-w-[680px] rounded-card bg-warning-soft px-5 py-4">
      <p className="font-semibold text-warning">{text}</p>
      {latest.reason ? <p className="mt-1 wrap-anywhere">{latest.reason}</p> : null}
    </div>
  );
}

const Back = () => (
  <Link
    to="/compliance"
    className="-ml-1 inline-flex min-h-11 items-center gap-3 rounded-sm px-1 pt-1 text-muted text-sm hover:text-ink"
  >
    <ArrowLeft size={20} aria-hidden />
    <Trans>Compliance</Trans>
  </Link>
);
