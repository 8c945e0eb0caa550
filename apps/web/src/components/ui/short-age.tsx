import { useLingui } from '@lingui/react/macro';
import { feedAge } from '@vlam/contract/rules/posted-age';
import { useMinute } from '../../lib/helpers/use-minute.ts';

/** Short age: `now`, `2 min`, `3 h`. Updates while mounted. */
export function ShortAge({ at }: { at: string }) {
  const { t } = useLingui();
  const now = useMinute();
  const age = feedAge(new Date(at), new Date(now));
  const text = age.unit === 'now' ? t`now` : age.unit === 'minutes' ? t`${age.count} min` : t`${age.count} h`;
  return <time dateTime={at}>{text}</time>;
}
