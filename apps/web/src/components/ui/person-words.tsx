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

/** The last visit in words; never more exactly than the server's band. */
export function useLastActive(): (person: Pick<PersonCard, 'lastActive'>) => string {
  const { i18n } = useLingui();
  return ({ lastActive }) => i18n._(bands[lastActive]);
}

/** `under 2 km`, `5 km`; empty where either side keeps no location. Nearer than two is never told. */
export function useDistance(): (person: Pick<PersonCard, 'distance'>) => string {
  const { t } = useLingui();
  return ({ distance }) => {
    if (distance === null) return '';
    return distance <= 2 ? t`under 2 km` : t`${distance} km`;
  };
}
