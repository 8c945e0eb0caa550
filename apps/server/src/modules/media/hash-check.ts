import type { Db } from '../../platform/database.ts';
import { insertBlockedFile, isBlockedFile } from './store.ts';

/** Checks, before publication, whether a file is known and must not be published. */
export interface HashCheck {
  isKnownBad(db: Db, file: { sha256: Buffer }): Promise<boolean>;
  /** Puts a file on the list. */
  remember(db: Db, file: { sha256: Buffer }): Promise<void>;
}

/** The list of exactly these files that were taken down here. */
export const createHashCheck = (): HashCheck => ({
  isKnownBad: (db, { sha256 }) => isBlockedFile(db, sha256),
  remember: (db, { sha256 }) => insertBlockedFile(db, sha256),
});
