import { creditPacks } from '@vlam/contract/payments';
import type { Answer } from '../../lib/api.ts';

/** A pack as the server sells it; `price` in whole rand. */
export type CreditPack = Answer<'listCreditPacks'>[number];

/** Packs shown before the server's response; they change with a release. */
export const knownPacks: CreditPack[] = creditPacks.map((pack) => ({ ...pack }));

/** What a credit buys, in credits each. */
export const creditCosts = { photo: 5, video: 15, message: 2, liveShow: 25, customRequest: 50 } as const;
