import { riskSettings } from './risk-settings.ts';

/** What an operator may change while the site runs, with its bounds and what holds until the first change. */
export const settingPages = ['platform', 'policies', 'payments', 'risk'] as const;
export type SettingPage = (typeof settingPages)[number];

interface Common {
  page: SettingPage;
}
export interface SwitchSetting extends Common {
  kind: 'switch';
  initial: boolean;
}
export interface TextSetting extends Common {
  kind: 'text';
  initial: string;
  maxLength: number;
}
export interface NumberSetting extends Common {
  kind: 'number';
  unit: 'level' | 'count' | 'percent' | 'days' | 'months' | 'business_days' | 'hours' | 'rand' | 'megabytes';
  initial: number;
  min: number;
  max: number;
}
export type SettingDefinition = SwitchSetting | TextSetting | NumberSetting;

export const operatorSettings = {
  /** New accounts can be made. */
  signUpsOpen: { page: 'platform', kind: 'switch', initial: true },
  /** A line above every screen; empty without one. */
  notice: { page: 'platform', kind: 'text', initial: '', maxLength: 160 },
  /** The emergency stop: running shows and calls end, new ones are refused. */
  livesAndCallsStopped: { page: 'platform', kind: 'switch', initial: false },
  /** Sizes of uploads; the program takes no more than the upper bound. */
  imageMegabytes: { page: 'platform', kind: 'number', unit: 'megabytes', initial: 25, min: 1, max: 25 },
  audioMegabytes: { page: 'platform', kind: 'number', unit: 'megabytes', initial: 100, min: 1, max: 100 },
  videoMegabytes: { page: 'platform', kind: 'number', unit: 'megabytes', initial: 2048, min: 10, max: 2048 },
  /**
   * Time to decide complaints at the desk and reports of members. The upper bounds stay within the outer limits: seven days
   * of the card schemes, "without delay" for trafficking, "as soon as possible" under section 24B.
   */
  minorHours: { page: 'policies', kind: 'number', unit: 'hours', initial: 1, min: 1, max: 4 },
  threatHours: { page: 'policies', kind: 'number', unit: 'hours', initial: 4, min: 1, max: 24 },
  imageHours: { page: 'policies', kind: 'number', unit: 'hours', initial: 24, min: 1, max: 168 },
  impersonationHours: { page: 'policies', kind: 'number', unit: 'hours', initial: 48, min: 1, max: 168 },
  orderHours: { page: 'policies', kind: 'number', unit: 'hours', initial: 24, min: 1, max: 72 },
  copyrightBusinessDays: { page: 'policies', kind: 'number', unit: 'business_days', initial: 3, min: 1, max: 7 },
  otherBusinessDays: { page: 'policies', kind: 'number', unit: 'business_days', initial: 3, min: 1, max: 7 },
  /** How long a strike counts. */
  strikeDays: { page: 'policies', kind: 'number', unit: 'days', initial: 180, min: 30, max: 730 },
  /** How long a decision of staff can be appealed, and in how many days an appeal is answered, the desk's too. */
  appealDays: { page: 'policies', kind: 'number', unit: 'days', initial: 14, min: 7, max: 90 },
  appealAnswerDays: { page: 'policies', kind: 'number', unit: 'days', initial: 7, min: 1, max: 7 },
  /** How long a creator's signed agreement counts, and how long they have to sign again after it or after a change. */
  identityMonths: { page: 'policies', kind: 'number', unit: 'months', initial: 24, min: 6, max: 24 },
  identityGraceDays: { page: 'policies', kind: 'number', unit: 'days', initial: 30, min: 7, max: 90 },
  /** How long the review of an identity document counts; the level falls after it unless another one was reviewed. */
  documentDays: { page: 'policies', kind: 'number', unit: 'days', initial: 730, min: 180, max: 1095 },
  /**
   * The identity level from which what a creator publishes and broadcasts appears without a moderator. Acquirers ask for
   * 3, document, selfie and agreement; 1 is what every checked profile has.
   */
  levelToPublishAtOnce: { page: 'policies', kind: 'number', unit: 'level', initial: 3, min: 1, max: 3 },
  /** How long after a decision of the takedown desk another look can be asked for. */
  takedownAppealDays: { page: 'policies', kind: 'number', unit: 'days', initial: 14, min: 7, max: 90 },
  /** The smallest payout a creator may ask for. */
  payoutMinimumRand: { page: 'payments', kind: 'number', unit: 'rand', initial: 500, min: 100, max: 5000 },
  /** How long payouts wait after a creator changed their bank account. */
  payoutAccountHoldHours: { page: 'payments', kind: 'number', unit: 'hours', initial: 72, min: 24, max: 336 },
  /** What the risk rules compare with. */
  ...riskSettings,
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof operatorSettings;
export const settingNames = Object.keys(operatorSettings) as [SettingName, ...SettingName[]];
type Widen<Value> = Value extends boolean ? boolean : Value extends number ? number : string;
export type SettingValue<Name extends SettingName = SettingName> = Widen<(typeof operatorSettings)[Name]['initial']>;

/** Whether a setting may have this value. */
export function fitsSetting(name: SettingName, value: unknown): value is SettingValue {
  const definition: SettingDefinition = operatorSettings[name];
  if (definition.kind === 'switch') return typeof value === 'boolean';
  if (definition.kind === 'text') return typeof value === 'string' && value.length <= definition.maxLength;
  return Number.isInteger(value) && (value as number) >= definition.min && (value as number) <= definition.max;
}
