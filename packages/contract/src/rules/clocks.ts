import type { ReportReason } from './meeting.ts';
import type { SettingName } from './operator-settings.ts';
import type { TakedownClass } from './takedowns.ts';

/** Classes of members' reports, the most urgent first: those of the desk that a report can be of. */
export const reportClasses = ['minor', 'threat', 'image', 'impersonation', 'other'] as const;
export type ReportClass = (typeof reportClasses)[number];

/** The class of a report, by the reason that its reporter chose. */
export const classOfReason: Readonly<Record<ReportReason, ReportClass>> = {
  underage: 'minor',
  non_consensual: 'image',
  extortion: 'threat',
  violence: 'threat',
  harassment: 'threat',
  fake_profile: 'impersonation',
  scam: 'other',
  spam: 'other',
  other: 'other',
};

/** The setting that holds the time of each class, at the desk and for reports alike, and what it counts. */
export const clockOf = {
  minor: { setting: 'minorHours', unit: 'hours' },
  threat: { setting: 'threatHours', unit: 'hours' },
  image: { setting: 'imageHours', unit: 'hours' },
  impersonation: { setting: 'impersonationHours', unit: 'hours' },
  order: { setting: 'orderHours', unit: 'hours' },
  copyright: { setting: 'copyrightBusinessDays', unit: 'business_days' },
  other: { setting: 'otherBusinessDays', unit: 'business_days' },
} as const satisfies Record<TakedownClass, { setting: SettingName; unit: 'hours' | 'business_days' }>;

/** Days over which staff see how soon reports are reviewed. */
export const firstLookDays = 30;
