import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type AccountConsentKind,
  accountConsentWordings,
  currentWordingOf,
} from '@vlam/contract/rules/account-consents';
import type { ReactNode } from 'react';
import { accountConsentsQuery, useSetConsent } from '../lib/account-consents.ts';
import { Button } from './ui/button.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { Loading, SkeletonRows } from './ui/skeleton.tsx';

/** The words of a consent. They are not translated: a yes stores their number. */
export function ConsentWording({ kind, number }: { kind: AccountConsentKind; number?: number | null }) {
  return (
    <blockquote lang="en" className="rounded-card bg-surface-2 px-4 py-3.5 text-sm">
      {accountConsentWordings[kind][(number ?? currentWordingOf(kind)) - 1]}
    </blockquote>
  );
}

interface SpecialConsentProps {
  /** The consent that the fields need. */
  kind?: Exclude<AccountConsentKind, 'terms'>;
  /** What is asked for. */
  title?: ReactNode;
  children: ReactNode;
}

/** Shows fields about the member's sex life once they said yes to that alone; asks for it before. */
export function SpecialConsent({ kind = 'special', title, children }: SpecialConsentProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(accountConsentsQuery);
  const set = useSetConsent();
  const state = data?.find((each) => each.kind === kind)?.state;
  if (state === 'given' || state === 'old') return children;
  if (error && !data) return <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />;
  if (!state)
    return (
      <Loading label={t`Loading`}>
        <SkeletonRows count={2} />
      </Loading>
    );
  return (
    <div data-slot="special-consent" className="grid justify-items-start gap-3">
      <p className="font-semibold text-sm">{title ?? <Trans>What you look for, and your interests</Trans>}</p>
      <ConsentWording kind={kind} />
      <Button
        size="sm"
        busy={set.isPending}
        busyLabel={<Trans>Saving</Trans>}
        onClick={() => set.mutate({ kind, given: true })}
      >
        <Trans>I agree</Trans>
      </Button>
    </div>
  );
}
