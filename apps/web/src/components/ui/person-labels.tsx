import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PersonCard } from '@vlam/contract/discovery-people';

const bands: Record<PersonCard['lastActive'], MessageDescriptor> = {
  now: msg`Online`,
  hour: msg`Within the hour`,
  today: msg`Here today`,
  week: msg`This week`,
  earlier: msg`A while ago`,
};

/** Text for the last visit, no more exact than the server's band. */
export function useLastActive(): (person: Pick<PersonCard, 'lastActive'>) => string {
  const { i18n } = useLingui();
  return ({ lastActive }) => i18n._(bands[lastActive]);
}

/** `under 2 km`, `5 km`; empty when either member has no location. Never more exact below 2 km. */
export function useDistance(): (person: Pick<PersonCard, 'distance'>) => string {
  const { t } = useLingui();
  return ({ distance }) => {
    if (distance === null) return '';
    return distance <= 2 ? t`under 2 km` : t`${distance} km`;
  };
}
