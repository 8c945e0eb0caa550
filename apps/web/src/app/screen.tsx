import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { ErrorState } from '../components/ui/error-state.tsx';
import { findRoute, MatchContext, usePathname } from '../lib/router.tsx';
import { currentUserQuery } from '../lib/session.ts';
import { announceSession } from '../lib/updates.ts';
import { NotFound } from './not-found.tsx';
import { leaveForSignIn } from './query-client.ts';
import { type Layout, screenOf } from './router.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { Shell } from './shell/shell.tsx';
import { useTitles } from './titles.ts';
import { useArrival } from './use-arrival.ts';

const AgeGate = lazy(() => import('./routes/age-gate.tsx').then((module) => ({ default: module.AgeGate })));

/** Decides what the address shows to this person: a screen, the age gate, the way to sign in, or nothing there. */
export function Screen() {
  const { t } = useLingui();
  const titles = useTitles();
  const pathname = usePathname();
  const { data: user, error, refetch } = useQuery(currentUserQuery);
  const match = findRoute(pathname);
  const screen = match && screenOf(match.route);
  const gated = user?.requiresAgeVerification === true;
  const turnedAway = user === null && screen !== undefined && !screen.entry.open;

  useArrival(pathname);
  useEffect(() => {
    const title = screen ? titles[screen.name] : t`404 Page Not Found`;
    document.title = `${title} · ${t({ message: 'Vlam', comment: 'The name of the product' })}`;
  }, [screen, titles, t]);
  useEffect(() => {
    if (user !== undefined) announceSession(user !== null);
  }, [user]);
  useEffect(() => {
    if (!turnedAway) return;
    // The landing page lives at the same address; the server clears the stale cookie on the way.
    if (pathname === '/') location.replace('/?landing');
    else leaveForSignIn();
  }, [turnedAway, pathname]);

  if (gated)
    return (
      <Suspense fallback={null}>
        <AgeGate />
      </Suspense>
    );
  const layout: Layout = screen?.entry.layout ?? 'app';
  const waiting = turnedAway || (user === undefined && screen?.entry.open === false);
  const content = !match || !screen ? <NotFound /> : waiting ? <ScreenLoading /> : match.route.view();
  return (
    <MatchContext value={match}>
      <Shell layout={layout} user={user} pathname={pathname}>
        {error && waiting ? (
          <ErrorState error={error} heading="h1" onRetry={() => void refetch()} />
        ) : (
          <Suspense fallback={<ScreenLoading />}>{content}</Suspense>
        )}
      </Shell>
    </MatchContext>
  );
}
