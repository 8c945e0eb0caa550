import { useEffect, useRef } from 'react';

const keyPrefix = 'draft:';
const ownerKey = 'drafts-of';
let tabAccount: string | undefined;

/** Draft saved earlier in this tab; `empty` when there is none. Ignores fields that `empty` does not have. */
export function readDraft<Values extends object>(name: string, empty: Values): Values {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyPrefix + name) ?? '{}');
    const values = Object.entries(found ?? {}).filter(
      ([field, value]) => field in empty && typeof value === typeof empty[field as keyof Values],
    );
    return { ...empty, ...Object.fromEntries(values) };
  } catch {
    return empty;
  }
}

/** Saves a draft until the tab is closed; see `useDraft`. */
export function saveDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(keyPrefix + name, JSON.stringify(values));
  } catch {
    // Without storage a reload loses the draft.
  }
}

/**
 * Saves what is typed until the tab is closed, so that Back, Forward and a reload keep it. Never use it for secrets.
 */
export function useDraft(name: string, values: object): void {
  const text = JSON.stringify(values);
  const first = useRef(text);
  useEffect(() => {
    if (text === first.current) return;
    first.current = '';
    saveDraft(name, JSON.parse(text));
  }, [name, text]);
}

/** Deletes the draft of that name; without a name, every draft of this tab. */
export function deleteDraft(name = ''): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyPrefix + name)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** Account id that this tab shows; undefined before the sign-in state is known. */
export const tabAccountId = (): string | undefined => tabAccount;

/** Sets the account of this tab and deletes drafts that another account left in it. */
export function setTabAccount(accountId: string): void {
  tabAccount = accountId;
  try {
    if ((sessionStorage.getItem(ownerKey) ?? accountId) !== accountId) deleteDraft();
    sessionStorage.setItem(ownerKey, accountId);
  } catch {
    // Without storage there are no drafts.
  }
}
