import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How a test card behaves when charged. `pays once`: the first charge succeeds, so that a renewal is declined. */
export type Behaviour = 'pays' | 'declines' | 'secure' | 'late' | 'twice' | 'charged back' | 'pays once';

export interface TestCard {
  id: string;
  brand: string;
  lastFour: string;
  behaviour: Behaviour;
  title: string;
  explains: string;
}

export const cardsExpireOn = '2031-12-31';

export const testCards: readonly TestCard[] = [
  {
    ...{ id: 'pays', brand: 'Visa', lastFour: '4242', behaviour: 'pays' },
    ...{ title: 'Payment succeeds', explains: 'Confirmed at once.' },
  },
  {
    ...{ id: 'declines', brand: 'Visa', lastFour: '9995', behaviour: 'declines' },
    ...{ title: 'Payment is declined', explains: 'The bank answers: insufficient funds.' },
  },
  {
    ...{ id: 'secure', brand: 'Mastercard', lastFour: '3220', behaviour: 'secure' },
    ...{ title: '3-D Secure', explains: 'The bank asks you to approve on a second page.' },
  },
  {
    ...{ id: 'late', brand: 'Mastercard', lastFour: '5100', behaviour: 'late' },
    ...{ title: 'Arrives late', explains: 'Confirmed 20 seconds after you went back.' },
  },
  {
    ...{ id: 'twice', brand: 'Mastercard', lastFour: '4444', behaviour: 'twice' },
    ...{ title: 'Arrives more than once', explains: 'The same confirmation is sent three times.' },
  },
  {
    ...{ id: 'charged-back', brand: 'Visa', lastFour: '0259', behaviour: 'charged back' },
    ...{ title: 'Charged back', explains: 'Paid, then taken back by the bank after 30 seconds.' },
  },
  {
    ...{ id: 'pays-once', brand: 'Visa', lastFour: '0341', behaviour: 'pays once' },
    ...{ title: 'Pays once', explains: 'Succeeds now; saved, it is declined from then on.' },
  },
];

export const findCard = (id: unknown): TestCard | undefined => testCards.find((card) => card.id === id);

/** A signed token that names its card, so that saved cards survive a restart of the sandbox. */
export interface Tokens {
  issue(card: TestCard): string;
  /** Undefined for tokens not issued here. */
  cardOf(token: string): TestCard | undefined;
}

export function createTokens(secret: string): Tokens {
  const sign = (text: string) => createHmac('sha256', secret).update(`card ${text}`).digest('base64url').slice(0, 22);
  return {
    issue(card) {
      const text = `tok_${randomBytes(9).toString('hex')}_${card.id}`;
      return `${text}.${sign(text)}`;
    },
    cardOf(token) {
      const [text = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(text));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return findCard(text.split('_')[2]);
    },
  };
}
