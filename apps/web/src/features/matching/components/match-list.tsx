import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PersonCard } from '../../../components/ui/person-card.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { type Match, useMatches } from '../api.ts';
import { Analysing } from './analysing.tsx';
import { FactorBars } from './factor-bars.tsx';
import { MatchRow } from './match-row.tsx';
import { Reasons } from './reasons.tsx';
import { Score } from './score.tsx';

const highlightedCount = 3;
const initialCount = 12;

interface MatchListProps {
  isFlamed(person: Match['person']): boolean;
  onFlame(person: Match['person']): void;
  onPreferences(): void;
  /** False when the member has opted out. */
  enabled: boolean;
}

/** The best three as cards with their factors, the others as rows. */
export function MatchList({ isFlamed, onFlame, onPreferences, enabled }: MatchListProps) {
  const { t } = useLingui();
  const { data, error, refetch, analysing } = useMatches();
  const [all, setAll] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!enabled)
    return (
      <EmptyState
        title={<Trans>Smart matching is off</Trans>}
        text={<Trans>You are in nobody's matches, and nobody is in yours. Turn it on whenever you like.</Trans>}
        action={
          <Button variant="bone" onClick={onPreferences}>
            <Trans>Open preferences</Trans>
          </Button>
        }
      />
    );
  if (!data)
    return (
      <Loading label={t`Loading matches`} className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-3">
        <Skeleton className="aspect-3/4 rounded-card" />
        <Skeleton className="aspect-3/4 rounded-card" />
        <Skeleton className="aspect-3/4 rounded-card max-lg:hidden" />
      </Loading>
    );
  if (analysing) return <Analysing />;
  if (data.items.length === 0)
    return (
      <EmptyState
        title={<Trans>No matches yet</Trans>}
        text={<Trans>Nobody fits these wishes right now. A wider age range or distance brings more people.</Trans>}
        action={
          <Button variant="bone" onClick={onPreferences}>
            <Trans>Open preferences</Trans>
          </Button>
        }
      />
    );
  const rest = data.items.slice(highlightedCount);
  return (
    <>
      <p className="mt-5 text-muted text-sm">
        <Plural
          value={data.considered}
          one="The best of # person, by your own weights."
          other="The best of # people, by your own weights."
        />
      </p>
      <ol aria-label={t`Your best three`} className="mt-4 grid gap-x-4 gap-y-8 sm:grid-cols-3">
        {data.items.slice(0, highlightedCount).map((match, index) => (
          <li
            key={match.person.id}
            className="max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] max-sm:gap-4"
          >
            <PersonCard
              person={match.person}
              flamed={isFlamed(match.person)}
              onConnect={onFlame}
              connect={<Trans>Send Flame</Trans>}
              eager={index === 0}
              corner={<Score value={match.compatibilityScore} className="m-2.5 max-sm:mt-10.5 sm:text-[1.125rem]" />}
            />
            <div className="sm:mt-4">
              <Reasons reasons={match.matchReasons} className="mb-4" />
              <FactorBars factors={match.factors} />
            </div>
          </li>
        ))}
      </ol>
      {rest.length > 0 ? (
        <ul aria-label={t`More matches`} className="mt-8">
          {rest.slice(0, all ? rest.length : initialCount).map((match) => (
            <MatchRow
              key={match.person.id}
              match={match}
              flamed={isFlamed(match.person)}
              onFlame={() => onFlame(match.person)}
            />
          ))}
        </ul>
      ) : null}
      {!all && rest.length > initialCount ? (
        <Button className="mt-4" onClick={() => setAll(true)}>
          {t`Show ${rest.length - initialCount} more`}
        </Button>
      ) : null}
    </>
  );
}
