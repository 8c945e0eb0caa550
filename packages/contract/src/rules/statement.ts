/** What an entry of a member's statement is about. `other`: a payment that differs from its price, or a settled debt. */
export const statementGroups = [
  'subscriptions',
  'tips',
  'content',
  'calls',
  'requests',
  'packs',
  'free',
  'returns',
  'other',
] as const;
export type StatementGroup = (typeof statementGroups)[number];

export const statementCurrencies = ['rand', 'credits'] as const;
export type StatementCurrency = (typeof statementCurrencies)[number];
