import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConsentWording } from '../../../../components/special-consent.tsx';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../../components/ui/skeleton.tsx';
import { type AccountConsent, accountConsentsQuery, useSetConsent } from '../../../../lib/account-consents.ts';
import { formatDate } from '../../../../lib/format.ts';
import { languageStore } from '../../../../lib/language.ts';
import { Link } from '../../../../lib/router.tsx';
import { useStore } from '../../../../lib/store.ts';

/** What the member agreed to, in which words and when; each can be taken back. */
export function AgreementsSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(accountConsentsQuery);
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>What you agreed to</Trans>}>
      {data ? (
        <div className="grid gap-8">
          {data.map((consent) => (
            <Agreement key={consent.kind} consent={consent} />
          ))}
        </div>
      ) : error ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading`}>
          <SkeletonRows count={3} />
        </Loading>
      )}
    </Sheet>
  );
}

function Agreement({ consent }: { consent: AccountConsent }) {
  const { kind, state } = consent;
  const set = useSetConsent();
  const isGiven = state === 'given' || state === 'old';
  const button = (given: boolean, text: ReactNode) => (
    <Button
      size="sm"
      busy={set.isPending}
      busyLabel={<Trans>Saving</Trans>}
      onClick={() => set.mutate({ kind, given })}
    >
      {text}
    </Button>
  );
  return (
    <section className="grid justify-items-start gap-3">
      <h3 className="font-semibold">
        <AgreementTitle kind={kind} />
      </h3>
      <ConsentWording kind={kind} number={isGiven ? consent.number : null} />
      <p role="status" className="text-muted text-sm">
        <AgreementState consent={consent} />
      </p>
      <div className="flex flex-wrap gap-2">
        {state === 'given'
          ? null
          : button(true, state === 'old' ? <Trans>Agree to the new words</Trans> : <Trans>I agree</Trans>)}
        {isGiven && kind !== 'terms' ? button(false, <Trans>Take it back</Trans>) : null}
        {isGiven && kind === 'terms' ? (
          <Link to="/my-data" className={buttonStyle({ size: 'sm' })}>
            <Trans>Take it back by deleting the account</Trans>
          </Link>
        ) : null}
      </div>
      {isGiven && kind === 'orientation' ? (
        <p className="text-muted text-sm">
          <Trans>Taking it back deletes your orientation.</Trans>
        </p>
      ) : null}
      {isGiven && kind === 'special' ? (
        <p className="text-muted text-sm">
          <Trans>
            Taking it back deletes your relationship status, what you look for and your interests for matching, and
            turns matching off.
          </Trans>
        </p>
      ) : null}
    </section>
  );
}

function AgreementTitle({ kind }: Pick<AccountConsent, 'kind'>) {
  if (kind === 'terms') return <Trans>Terms and community rules</Trans>;
  return kind === 'special' ? <Trans>What you say of your sex life</Trans> : <Trans>Your orientation</Trans>;
}

function AgreementState({ consent }: { consent: AccountConsent }) {
  const language = useStore(languageStore);
  const { state, number } = consent;
  const givenOn = consent.givenAt ? formatDate(consent.givenAt, language) : '';
  const endedOn = consent.withdrawnAt ? formatDate(consent.withdrawnAt, language) : '';
  if (state === 'none') return <Trans>You have not agreed to this.</Trans>;
  if (state === 'withdrawn')
    return (
      <Trans>
        Taken back on {endedOn}. Agreed on {givenOn}, wording {number}.
      </Trans>
    );
  return (
    <Trans>
      Agreed on {givenOn}, wording {number}.
    </Trans>
  );
}
