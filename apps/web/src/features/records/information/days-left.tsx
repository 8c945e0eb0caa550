import { Plural, Trans } from '@lingui/react/macro';
import { Tag } from '../../../components/ui/tag.tsx';
import { useMinute } from '../../../lib/helpers/use-minute.ts';

const dayMs = 86_400_000;
/** From here on it is shown as pressing. */
const soonDays = 5;

/** Days until a case is due, or that it is late. */
export function DaysLeft({ dueAt }: { dueAt: string }) {
  const left = Date.parse(dueAt) - useMinute();
  const days = Math.floor(left / dayMs);
  if (left < 0)
    return (
      <Tag tone="danger">
        <Trans>late</Trans>
      </Tag>
    );
  return (
    <Tag tone={days < soonDays ? 'warning' : 'neutral'}>
      <Plural value={days} _0="last day" one="# day left" other="# days left" />
    </Tag>
  );
}
