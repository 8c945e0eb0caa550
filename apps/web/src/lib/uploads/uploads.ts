import { api } from '../api.ts';
import { tabAccountId } from '../draft.ts';
import { sendFile } from '../send-file.ts';
import { createUploadQueue, type UploadQueue } from './queue.ts';
import { reduceFile } from './reduce.ts';

let current: { account: string | undefined; queue: UploadQueue } | null = null;

/** The upload queue of this tab; another account gets a queue of its own, and the former one stops. */
export function uploadQueue(): UploadQueue {
  const account = tabAccountId();
  if (current && current.account === account) return current.queue;
  current?.queue.dispose();
  const queue = createUploadQueue({
    send: sendFile,
    getMedia: (id) => api.getMedia({ params: { id } }),
    reduce: reduceFile,
  });
  current = { account, queue };
  return queue;
}
