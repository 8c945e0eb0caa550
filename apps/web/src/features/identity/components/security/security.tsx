import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import Mail from 'lucide-react/icons/mail';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../../../components/ui/button.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { Section } from '../../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../../components/ui/skeleton.tsx';
import type { Answer } from '../../../../lib/api.ts';
import { Link } from '../../../../lib/router.tsx';
import { securityQuery } from '../../security-api.ts';
import { Sessions } from '../sessions.tsx';
import { CodesSection } from './codes-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { YourData } from './your-data.tsx';

/** How the account is protected: address and password, passkeys, second step, sessions. */
export function Security() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(securityQuery);
  return (
    <div className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-16">
      <div>
        {data ? (
          <>
            <SignInSection security={data} />
            <PasskeysSection security={data} />
            <CodesSection security={data} />
          </>
        ) : error ? (
          <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
        ) : (
          <Loading label={t`Loading`}>
            <SkeletonRows count={6} />
          </Loading>
        )}
      </div>
      <div className="lg:-mt-6">
        <Sessions />
        <YourData />
      </div>
    </div>
  );
}

function SignInSection({ security }: { security: Answer<'accountSecurity'> }) {
  return (
    <Section title={<Trans>How you sign in</Trans>} className="mt-6! lg:mt-8!">
      <ul>
        <SignInRow
          icon={<Mail size={20} aria-hidden />}
          title={security.email}
          text={security.emailVerified ? <Trans>Confirmed</Trans> : <Trans>Not confirmed yet</Trans>}
        />
        <SignInRow
          icon={<Lock size={20} aria-hidden />}
          title={<Trans>Password</Trans>}
          text={
            security.hasPassword ? (
              <Trans>Changed by a link to your address</Trans>
            ) : (
              <Trans>This account has none</Trans>
            )
          }
        >
          <Link to="/forgot-password" className={buttonStyle({ size: 'sm' })}>
            {security.hasPassword ? <Trans>Change</Trans> : <Trans>Choose one</Trans>}
          </Link>
        </SignInRow>
      </ul>
    </Section>
  );
}

function SignInRow(props: { icon: ReactNode; title: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex min-h-15 items-center gap-4 border-line border-t py-2.5 first:border-t-0 [&>svg]:shrink-0">
      {props.icon}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{props.title}</p>
        <p className="text-faint text-meta">{props.text}</p>
      </div>
      {props.children}
    </li>
  );
}
