import * as z from 'zod/mini';
import { operation } from './operation.ts';

export const recordsOperations = {
  recordsWaiting: operation({
    method: 'GET',
    path: '/api/admin/records/waiting',
    summary:
      'What waits for staff of compliance: requests about personal information, authorities, approvals, open incidents',
    access: { permission: 'manage_compliance' },
    response: z.object({
      information: z.int(),
      /** Of them, past their time. */
      lateInformation: z.int(),
      authorities: z.int(),
      /** Holds, notices and reviewers that another member of staff has to confirm. */
      approvals: z.int(),
      incidents: z.int(),
    }),
  }),
};
