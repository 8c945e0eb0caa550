import { clockOf } from '@vlam/contract/rules/clocks';
import type { TakedownClass } from '@vlam/contract/rules/takedowns';
import { addBusinessDays } from './business-days.ts';
import type { Db } from './database.ts';
import type { OperatorSettings } from './operator-settings.ts';

const hourMs = 3_600_000;

/** Time to decide what is complained of, by its class: hours or business days, of which the other is null. */
export interface DecisionTime {
  hours: number | null;
  businessDays: number | null;
}

export async function getDecisionTime(
  settings: Pick<OperatorSettings, 'get'>,
  name: TakedownClass,
  on: Db,
): Promise<DecisionTime> {
  const { setting, unit } = clockOf[name];
  const value = await settings.get(setting, on);
  return unit === 'hours' ? { hours: value, businessDays: null } : { hours: null, businessDays: value };
}

/** When something of this class is to be decided that came in at `from`. */
export async function decideBy(
  settings: Pick<OperatorSettings, 'get'>,
  name: TakedownClass,
  { from, on }: { from: Date; on: Db },
): Promise<Date> {
  const { hours, businessDays } = await getDecisionTime(settings, name, on);
  return hours === null ? addBusinessDays(from, businessDays ?? 1) : new Date(from.getTime() + hours * hourMs);
}
