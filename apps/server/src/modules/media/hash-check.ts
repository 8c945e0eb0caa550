import type { Db } from '../../platform/database.ts';
import { insertBlockedFile, isBlockedFile } from './store.ts';

/** Checks, before publication, whether a file is known and must not be published. */
export interface HashCheck {
  isBlocked(db: Db, file: { sha256: Buffer }): Promise<boolean>;
  /** Adds a file to the list. */
  block(db: Db, file: { sha256: Buffer }): Promise<void>;
}

/** Matches exact copies of files that were removed from this platform. */
export const createHashCheck = (): HashCheck => ({
  isBlocked: (db, { sha256 }) => isBlockedFile(db, sha256),
  block: (db, { sha256 }) => insertBlockedFile(db, sha256),
});
