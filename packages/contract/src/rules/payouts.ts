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

/** Branch codes that each bank takes for all of its branches. */
export const universalBranchCodes: Record<(typeof banks)[number], string> = {
  ABSA: '632005',
  'African Bank': '430000',
  Capitec: '470010',
  'Discovery Bank': '679000',
  FNB: '250655',
  Investec: '580105',
  Nedbank: '198765',
  'Standard Bank': '051001',
  TymeBank: '678910',
};
