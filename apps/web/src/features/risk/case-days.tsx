import { Plural, Trans } from '@lingui/react/macro';
import { Tag } from '../../components/ui/tag.tsx';
import { useMinute } from '../../lib/helpers/use-minute.ts';

const dayMs = 86_400_000;
/** From here on it is shown as pressing. */
const soonDays = 5;

/** Days until a suspicious transaction must be reported, or that they are over. */
export function CaseDays({ dueAt }: { dueAt: string }) {
  const days = Math.floor((Date.parse(dueAt) - useMinute()) / dayMs);
  return (
    <Tag tone={days < 0 ? 'danger' : days < soonDays ? 'warning' : 'neutral'}>
      {days < 0 ? (
        <Trans>late</Trans>
      ) : (
        <Plural value={days} _0="last day to report" one="# day to report" other="# days to report" />
      )}
    </Tag>
  );
}
