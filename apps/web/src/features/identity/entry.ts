import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { keyOf } from '../../lib/api.ts';
import { startLanguage } from '../../lib/language.ts';
import { findRoute } from '../../lib/router.tsx';
import { type CurrentUser, currentUserQuery, useCurrentUser } from '../../lib/session.ts';

/** Validates a destination: a path of this site, otherwise `/`. */
export function localPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  try {
    // "//elsewhere", "/\elsewhere" and tabs inside are other sites to a browser, so its URL parser decides.
    const url = new URL(next, location.origin);
    return url.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : '/';
  } catch {
    return '/';
  }
}

/** Opens a local path, which may also be a page of the server. */
export function openLocal(path: string): void {
  // A new key opens it scrolled to the top, not at the form's position.
  if (findRoute(new URL(path, location.origin).pathname))
    navigate(path, { replace: true, state: { key: crypto.randomUUID() } });
  else location.replace(path);
}

/** Refetches the signed-in member after a change, and clears the previous account's cache. */
export function useStartSession(): () => Promise<CurrentUser | null> {
  const client = useQueryClient();
  return async () => {
    const kept = [keyOf('currentUser')[0], keyOf('publicSettings')[0]];
    // The account's language came with its session.
    await startLanguage().catch(() => undefined);
    client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0] as never) });
    return client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  };
}

/** Signed-in members skip the sign-in pages. */
export function useRedirectWhenSignedIn(next: string): void {
  const user = useCurrentUser();
  useEffect(() => {
    if (user) openLocal(next);
  }, [user, next]);
}
