import { jobKind } from '../../platform/jobs.ts';

/** Deletes a folder of files whose row is gone. */
export const removeFilesKind = jobKind<{ storageKey: string }>('media.remove-files');
