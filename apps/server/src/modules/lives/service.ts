import type { Db } from '../../platform/database.ts';
import * as store from './store.ts';

export interface LivesService {
  /** Shows under way. */
  countLive(): Promise<number>;
}

export function createLivesService({ db }: { db: Db }): LivesService {
  return { countLive: () => store.countLive(db) };
}
