import * as z from 'zod/mini';
import { loginBody } from './identity.ts';
import { operation } from './operation.ts';
import { ownData, ownDataOperations } from './records-own-data.ts';

/** A suspended member keeps what POPIA gives everybody: a copy of their data, and its deletion. Nothing else opens. */
const own = { access: 'suspended' } as const;

export const suspendedDataOperations = {
  openSuspendedData: operation({
    method: 'POST',
    path: '/api/account/suspended',
    summary:
      "Prove a suspended account by its password, and its second factor where it has one: opens the member's data",
    access: 'public',
    rate: 'credentials',
    body: z.extend(loginBody, { code: z.optional(z.string().check(z.maxLength(40))) }),
    /** Not open, and nothing proven yet, where a code is asked for. */
    response: z.object({ open: z.boolean() }),
    status: 200,
    errors: ['INVALID_CREDENTIALS', 'INVALID_CODE', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  }),
  suspendedData: operation({
    ...own,
    method: 'GET',
    path: '/api/account/suspended/data',
    summary: "A suspended member's copy of their data, and what stands against deleting the account",
    response: ownData,
  }),
  askSuspendedExport: operation({
    ...own,
    method: 'POST',
    path: '/api/account/suspended/export',
    summary: 'Prepare a copy of everything stored of a suspended member; once a day',
    rate: 'document',
    response: ownData,
    status: 200,
    errors: ['QUOTA_REACHED'],
  }),
  suspendedExportFile: operation({
    ...own,
    method: 'GET',
    path: '/api/account/suspended/export/data.zip',
    summary: 'The copy of their data, as JSON in a ZIP file, within 24 hours and on the same account',
    rate: 'document',
    navigation: true,
    errors: ['NOT_FOUND'],
  }),
  deleteSuspendedAccount: operation({
    ...own,
    method: 'POST',
    path: '/api/account/suspended/deletion',
    summary: 'Delete a suspended account, under the rules of every other; names the balances the member saw',
    rate: 'write',
    body: ownDataOperations.deleteAccount.body,
    response: ownDataOperations.deleteAccount.response,
    status: 200,
    errors: ['CONFLICT', 'PRICE_CHANGED', 'VALIDATION_FAILED'],
  }),
};
