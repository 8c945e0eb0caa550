import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { ErrorState } from '../components/ui/error-state.tsx';
import { setTabAccount } from '../lib/draft.ts';
import { cutOffStore } from '../lib/online.ts';
import { hasOutbox } from '../lib/outbox-name.ts';
import { findRoute, MatchContext, usePathname } from '../lib/router.tsx';
import { currentUserQuery, hasPermission, isStaff } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { lazyPart } from '../lib/styles.ts';
import { publishSession } from '../lib/updates.ts';
import { LivePart } from './live-part.tsx';
import { NotFound } from './not-found.tsx';
import type { OfflineProps } from './offline.tsx';
import { permissionFor } from './permissions.ts';
import { redirectToSignIn } from './query-client.ts';
import { type Layout, screenOf } from './router.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { Shell } from './shell/shell.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { useRouteFocus } from './use-route-focus.ts';

/** Loaded with the first list or thread that this device keeps; without it there is nothing to show. */
const Offline = lazyPart(() =>
  import('./offline.tsx').then(
    (module) => module.Offline,
    () => Unreachable,
  ),
);
const Unreachable = ({ error, onRetry }: OfflineProps) => <ErrorState error={error} heading="h1" onRetry={onRetry} />;
const NoPermission = lazyPart(() => import('./routes/no-permission.tsx').then((module) => module.NoPermission));
const SecondFactorGate = lazyPart(() =>
  import('./routes/second-factor-gate.tsx').then((module) => module.SecondFactorGate),
);
const AgeGate = lazyPart(() => import('./routes/age-gate.tsx').then((module) => module.AgeGate));

/** Deletes other accounts' offline threads and lists from this device. */
async function deleteOtherThreads(accountId: string | null): Promise<void> {
  if (!(await hasOutbox())) return;
  const { deleteOtherAccounts } = await import('../features/messaging/offline-threads.ts');
  await deleteOtherAccounts(accountId);
}

/** Open to everyone, also before the age check: complaints, what the law lets people read, and their own account. */
const beforeAgeCheck =
  /^\/(takedown(\/status)?|legal(\/.*)?|compliance\/personal-information(\/.*)?|my-data|account|reset-password|review\/.*)$/;

/** Renders the screen of the URL, the age gate, a redirect to sign-in, or not found. */
export function Screen() {
  const { t } = useLingui();
  const pathname = usePathname();
  const isCutOff = useStore(cutOffStore);
  const { data: user, error, refetch } = useQuery(currentUserQuery);
  const needsSecondFactor = user?.requiresSecondFactor === true && !beforeAgeCheck.test(pathname);
  const match = findRoute(pathname);
  const screen = match && screenOf(match.route);
  const needsAgeCheck = user?.requiresAgeVerification === true && !beforeAgeCheck.test(pathname);
  const needs = screen && permissionFor(screen.entry.route.path);
  const isForbidden = needs !== undefined && user !== undefined && !hasPermission(user, needs);
  const needsSignIn = user === null && screen !== undefined && !screen.entry.isPublic && !needs;

  const accountId = user === null ? null : user?.id;
  // Remount on a change of account: state of one account must not reach the next.
  const [owner, setOwner] = useState<string>();
  const claimTab = useCallback((id: string) => {
    setTabAccount(id);
    setOwner(id);
  }, []);
  if (accountId && !owner) claimTab(accountId);
  const isStale = Boolean(accountId && owner && accountId !== owner);

  useRouteFocus(pathname);
  useDocumentTitle(t({ message: 'Vlam', comment: 'The name of the product' }));
  useEffect(() => {
    if (accountId === undefined) return;
    publishSession(accountId);
    void deleteOtherThreads(accountId).catch(() => undefined);
  }, [accountId]);
  useEffect(() => {
    if (!needsSignIn) return;
    // The landing page has the same URL; the server clears the stale cookie on the way.
    if (pathname === '/') location.replace('/?landing');
    else redirectToSignIn();
  }, [needsSignIn, pathname]);

  useEffect(() => {
    if (isStale) location.reload();
  }, [isStale]);

  if (isStale) return <ScreenLoading />;
  if (needsAgeCheck)
    return (
      <Suspense fallback={null}>
        <AgeGate />
      </Suspense>
    );
  if (needsSecondFactor)
    return (
      <Suspense fallback={null}>
        <SecondFactorGate />
      </Suspense>
    );
  const ownLayout: Layout = screen?.entry.layout ?? 'app';
  const layout = ownLayout === 'staff' && !isStaff(user) ? 'app' : ownLayout;
  // While the account is unknown only `plain` screens are shown.
  const isUserUnavailable =
    (isCutOff || (error !== null && user === undefined)) && screen !== undefined && layout !== 'plain';
  const isLoading = needsSignIn || (user === undefined && screen?.entry.isPublic === false);
  const content =
    !match || !screen ? (
      <NotFound />
    ) : isForbidden ? (
      <NoPermission needs={needs} />
    ) : isLoading ? (
      <ScreenLoading />
    ) : (
      <match.route.View />
    );
  return (
    <MatchContext value={match}>
      <Shell layout={isUserUnavailable && layout !== 'chat' ? 'app' : layout} user={user} pathname={pathname}>
        <Suspense fallback={<ScreenLoading />}>
          {isUserUnavailable ? <Offline error={error} onOwner={claimTab} onRetry={() => void refetch()} /> : content}
        </Suspense>
      </Shell>
      <LivePart user={user} />
    </MatchContext>
  );
}
