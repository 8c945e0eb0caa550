import * as z from 'zod/mini';
import { operation } from './operation.ts';

/** Counts for the home screen. `newMessages` is the caller's own. */
export const discoveryOperations = {
  discoveryCounters: operation({
    method: 'GET',
    path: '/api/discovery/counters',
    summary: "Counts of people online and ready; newMessages is the caller's own",
    access: 'public',
    response: z.object({ online: z.int(), newMessages: z.int(), liveShows: z.int(), readyNow: z.int() }),
  }),
};
