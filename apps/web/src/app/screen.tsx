import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { ErrorState } from '../components/ui/error-state.tsx';
import { hasOutbox } from '../features/messaging/outbox-name.ts';
import { setTabAccount } from '../lib/draft.ts';
import { findRoute, MatchContext, usePathname } from '../lib/router.tsx';
import { currentUserQuery, hasPermission } from '../lib/session.ts';
import { lazyPart } from '../lib/styles.ts';
import { publishSession } from '../lib/updates.ts';
import { LivePart } from './live-part.tsx';
import { NotFound } from './not-found.tsx';
import { leaveForSignIn } from './query-client.ts';
import { type Layout, permissionFor, screenOf } from './router.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { Shell } from './shell/shell.tsx';
import { useArrival } from './use-arrival.ts';
import { useDocumentTitle } from './use-document-title.ts';

const KeptChat = lazyPart(() =>
  import('../features/messaging/components/offline-chat.tsx').then((module) => module.OfflineChat),
);
const NoPermission = lazyPart(() => import('./routes/no-permission.tsx').then((module) => module.NoPermission));
const AgeGate = lazyPart(() => import('./routes/age-gate.tsx').then((module) => module.AgeGate));

/** Deletes other accounts' threads from this device once the account is known. */
async function forgetOthers(accountId: string | null): Promise<void> {
  if (!(await hasOutbox())) return;
  const { deleteOtherAccounts: keepOnly } = await import('../features/messaging/offline-threads.ts');
  await keepOnly(accountId);
}

/** Chooses what a URL shows to this person: a screen, the age gate, a redirect to sign-in, or not found. */
export function Screen() {
  const { t } = useLingui();
  const pathname = usePathname();
  const { data: user, error, refetch } = useQuery(currentUserQuery);
  const match = findRoute(pathname);
  const screen = match && screenOf(match.route);
  const gated = user?.requiresAgeVerification === true;
  const needs = screen && permissionFor(screen.entry.route.path);
  const refused = needs !== undefined && user !== undefined && !hasPermission(user, needs);
  const turnedAway = user === null && screen !== undefined && !screen.entry.open && !needs;

  const accountId = user === null ? null : user?.id;
  // Remount on a change of account: state of one account must not reach the next.
  const [owner, setOwner] = useState<string>();
  const own = useCallback((id: string) => {
    setTabAccount(id);
    setOwner(id);
  }, []);
  if (accountId && !owner) own(accountId);
  const isStale = Boolean(accountId && owner && accountId !== owner);

  useArrival(pathname);
  useDocumentTitle(t({ message: 'Vlam', comment: 'The name of the product' }));
  useEffect(() => {
    if (accountId === undefined) return;
    publishSession(accountId);
    void forgetOthers(accountId).catch(() => undefined);
  }, [accountId]);
  useEffect(() => {
    if (!turnedAway) return;
    // The landing page has the same URL; the server clears the stale cookie on the way.
    if (pathname === '/') location.replace('/?landing');
    else leaveForSignIn();
  }, [turnedAway, pathname]);

  useEffect(() => {
    if (isStale) location.reload();
  }, [isStale]);

  if (isStale) return <ScreenLoading />;
  if (gated)
    return (
      <Suspense fallback={null}>
        <AgeGate />
      </Suspense>
    );
  const layout: Layout = screen?.entry.layout ?? 'app';
  // While the account is unknown only screens that stand alone are shown.
  const unanswered = error !== null && user === undefined && screen !== undefined && layout !== 'plain';
  const hasKept = layout === 'chat';
  const waiting = turnedAway || (user === undefined && screen?.entry.open === false);
  const content =
    !match || !screen ? (
      <NotFound />
    ) : refused ? (
      <NoPermission needs={needs} />
    ) : waiting ? (
      <ScreenLoading />
    ) : (
      <match.route.View />
    );
  return (
    <MatchContext value={match}>
      <Shell layout={unanswered && !hasKept ? 'app' : layout} user={user} pathname={pathname}>
        {unanswered && hasKept ? (
          <Suspense fallback={<ScreenLoading />}>
            <KeptChat error={error} onOwner={own} onRetry={() => void refetch()} />
          </Suspense>
        ) : unanswered ? (
          <ErrorState error={error} heading="h1" onRetry={() => void refetch()} />
        ) : (
          <Suspense fallback={<ScreenLoading />}>{content}</Suspense>
        )}
      </Shell>
      <LivePart user={user} />
    </MatchContext>
  );
}
