import { useEffect, useRef } from 'react';

const kept = 'draft:';
const ownerKey = 'drafts-of';
let owner: string | undefined;

/** What was typed on this screen earlier in this tab; `empty` where nothing was. Only its own fields are taken over. */
export function readDraft<Values extends object>(name: string, empty: Values): Values {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(kept + name) ?? '{}');
    const values = Object.entries(found ?? {}).filter(
      ([field, value]) => field in empty && typeof value === typeof empty[field as keyof Values],
    );
    return { ...empty, ...Object.fromEntries(values) };
  } catch {
    return empty;
  }
}

/** Keeps a draft until the tab is closed; see `useDraft`. */
export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(kept + name, JSON.stringify(values));
  } catch {
    // Without storage a reload starts anew, as everywhere else.
  }
}

/** Keeps what is typed until the tab is closed, so that Back, Forward and a reload lose nothing. Never give it secrets. */
export function useDraft(name: string, values: object): void {
  const text = JSON.stringify(values);
  const first = useRef(text);
  useEffect(() => {
    if (text === first.current) return;
    first.current = '';
    keepDraft(name, JSON.parse(text));
  }, [name, text]);
}

/** Forgets a draft that was sent; without a name, every draft of this tab. */
export function dropDraft(name = ''): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(kept + name)) sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** The account whose page this is; undefined while nobody is known to be signed in. */
export const pageOwner = (): string | undefined => owner;

/** Says whose page this is, and whose drafts this tab holds from now on; those of another account go. */
export function ownDrafts(accountId: string): void {
  owner = accountId;
  try {
    if ((sessionStorage.getItem(ownerKey) ?? accountId) !== accountId) dropDraft();
    sessionStorage.setItem(ownerKey, accountId);
  } catch {
    // See above.
  }
}
