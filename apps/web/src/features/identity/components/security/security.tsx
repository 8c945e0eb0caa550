import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense } from 'react';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { afterLoading, Loading, SkeletonRows } from '../../../../components/ui/skeleton.tsx';
import { useSearchParam } from '../../../../lib/router.tsx';
import { lazyPart } from '../../../../lib/styles.ts';
import { securityQuery } from '../../security-api.ts';
import { Sessions } from '../sessions.tsx';
import { CodesSection } from './codes-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { YourData } from './your-data.tsx';

const ConfirmAddress = lazyPart(() => import('./confirm-address.tsx').then((module) => module.ConfirmAddress));
const ConfirmEmail = lazyPart(() => import('./confirm-email.tsx').then((module) => module.ConfirmEmail));

/** How the account is protected: address and password, passkeys, second step, sessions. */
export function Security() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(securityQuery);
  const link = useSearchParam('address');
  const confirmation = useSearchParam('confirm');
  return (
    <div className="flow-root lg:max-xl:grid lg:max-xl:grid-cols-2 lg:max-xl:items-start lg:max-xl:gap-16">
      <div>
        {link ? (
          <Suspense fallback={null}>
            <ConfirmAddress key={link} token={link} />
          </Suspense>
        ) : null}
        {confirmation ? (
          <Suspense fallback={null}>
            <ConfirmEmail key={confirmation} token={confirmation} />
          </Suspense>
        ) : null}
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
      <div className={clsx('lg:max-xl:-mt-6', afterLoading)}>
        <Sessions />
        <YourData />
      </div>
    </div>
  );
}
