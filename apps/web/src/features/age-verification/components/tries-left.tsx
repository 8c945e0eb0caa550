import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api.ts';
import { useAttemptsLeftText } from '../use-age-check.ts';

const attemptsPerHour = 5;

/** Shows the remaining attempts once one was used, also after a reload. */
export function AttemptsLeft() {
  const translate = useAttemptsLeftText();
  const { data } = useQuery(queryOf('ageCheck'));
  if (data?.state !== 'open' || data.triesLeft >= attemptsPerHour) return null;
  return <p className="text-meta text-muted">{translate(data.triesLeft)}</p>;
}
