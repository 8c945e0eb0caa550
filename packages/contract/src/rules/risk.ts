/**
 * Signals that money may be abused. A case opens when the weights of an account's signals reach `caseWeight`, so a weak
 * signal alone opens none.
 */
export const riskRules = {
  // Sign-up.
  sign_ups_of_device: { weight: 2 },
  sign_ups_of_network: { weight: 2 },
  id_number_again: { weight: 2 },
  banned_device: { weight: 2 },
  banned_id_number: { weight: 2 },
  // Payout.
  payout_account_shared: { weight: 2 },
  banned_payout_account: { weight: 2 },
  payout_new_device: { weight: 1 },
  payout_new_account: { weight: 1 },
  payout_in_and_out: { weight: 1 },
  few_young_payers: { weight: 1 },
  // Gifts, tips and unlocks.
  own_device_pays: { weight: 2 },
  payers_of_one_device: { weight: 2 },
  payers_of_one_network: { weight: 1 },
  young_payers: { weight: 1 },
  bonus_farm: { weight: 2 },
  charged_back: { weight: 2 },
} as const satisfies Record<string, { weight: number }>;
export type RiskRule = keyof typeof riskRules;
export const riskRuleNames = Object.keys(riskRules) as [RiskRule, ...RiskRule[]];
export const caseWeight = 2;

/** Days of income that rules about payers read, and the newest sales of them: bounds of the work, not settings. */
export const riskReading = { days: 30, sales: 2_000 } as const;

/** Days over which charged-back payments are counted. */
export const ratioDays = [30, 90] as const;
/** The span that the rule about charged-back payments reads. */
export const longestRatioDays = 90;

export const riskStates = ['open', 'frozen', 'cleared', 'confirmed'] as const;
export type RiskState = (typeof riskStates)[number];
/** Days after a case was cleared in which its rules open no other. */
export const riskQuietDays = 30;
/** Days in which a suspicious transaction is reported (FICA section 29); counted without weekends off, to be early. */
export const riskReportDays = 15;

export const riskSteps = ['opened', 'noted', 'frozen', 'cleared', 'confirmed', 'reversed', 'exported'] as const;

export const banKinds = ['device', 'id_number', 'payout_account'] as const;
export type BanKind = (typeof banKinds)[number];
