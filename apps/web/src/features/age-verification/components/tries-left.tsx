import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api.ts';
import { useTriesLeft } from '../use-age-check.ts';

const triesAnHour = 5;

/** Shows the remaining attempts once one was used, also after a reload. */
export function TriesLeft() {
  const translate = useTriesLeft();
  const { data } = useQuery(queryOf('ageCheck'));
  if (data?.state !== 'open' || data.triesLeft >= triesAnHour) return null;
  return <p className="text-meta text-muted">{translate(data.triesLeft)}</p>;
}
