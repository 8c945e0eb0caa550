import { useLingui } from '@lingui/react/macro';
import { feedAge } from '@vlam/contract/rules/posted-age';
import { useMinute } from '../../lib/use-minute.ts';

/** How long ago, in the fewest letters: `now`, `2 min`, `3 h`. It grows while it is looked at. */
export function ShortAge({ at }: { at: string }) {
  const { t } = useLingui();
  const now = useMinute();
  const age = feedAge(new Date(at), new Date(now));
  const text = age.unit === 'now' ? t`now` : age.unit === 'minutes' ? t`${age.count} min` : t`${age.count} h`;
  return <time dateTime={at}>{text}</time>;
}
