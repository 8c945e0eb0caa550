export const payoutStates = ['requested', 'approved', 'sent', 'failed', 'reversed'] as const;

export const banks = [
  'ABSA',
  'African Bank',
  'Capitec',
  'Discovery Bank',
  'FNB',
  'Investec',
  'Nedbank',
  'Standard Bank',
  'TymeBank',
] as const;
