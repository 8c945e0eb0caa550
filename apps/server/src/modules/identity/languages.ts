import type { Database, Db } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { isLanguage, type Language } from '../../platform/words.ts';
import * as store from './store.ts';

export interface Languages {
  set(viewer: Viewer, language: Language): Promise<Language>;
  /** The language of mails to this address; English for an address without an account. */
  ofAddress(db: Db, address: string): Promise<Language>;
  /** The language of a session that begins: the account's, or for one that still has the first, the browser's. */
  atSignIn(db: Db, account: { id: string; language: string }, shown: Language | undefined): Promise<Language>;
}

/** What an account has before a language was chosen for it. */
const firstLanguage = 'en';
const known = (language: string | null): Language => (isLanguage(language) ? language : firstLanguage);

export function createLanguages({ db }: { db: Database['db'] }): Languages {
  return {
    async set({ accountId }, language) {
      await store.setLanguage(db, accountId, language);
      return language;
    },
    ofAddress: async (on, address) => known(await store.findLanguageOfAddress(on, address)),
    async atSignIn(on, account, shown) {
      if (account.language !== firstLanguage || shown === undefined || shown === firstLanguage)
        return known(account.language);
      await store.setLanguage(on, account.id, shown);
      return shown;
    },
  };
}
