import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Avatar } from '../../../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { useDistance, useLastActive } from '../../../../components/ui/person-labels.tsx';
import { ShowMore } from '../../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../../components/ui/skeleton.tsx';
import { formatDate } from '../../../../lib/format.ts';
import { languageStore } from '../../../../lib/language.ts';
import { Link } from '../../../../lib/router.tsx';
import { useStore } from '../../../../lib/store.ts';
import { type Direction, type FlamePerson, flamesQuery, type Person } from '../api.ts';

interface FlameListProps {
  direction: Direction;
  isFlamed(person: Person): boolean;
  onFlame(person: Person): void;
}

/** Received flames, sent flames, or matches. */
export function FlameList({ direction, isFlamed, onFlame }: FlameListProps) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    flamesQuery(direction),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading flames`} className="mt-5">
        <SkeletonRows count={4} />
      </Loading>
    );
  const people = data.pages.flatMap((page) => page.items);
  if (people.length === 0) return <NoFlames direction={direction} />;
  return (
    <>
      <ul className="mt-3">
        {people.map((person) => (
          <FlameRow key={person.id} person={person} flamed={isFlamed(person)} onFlame={onFlame} />
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4" />
    </>
  );
}

function FlameRow({
  person,
  flamed,
  onFlame,
}: { person: FlamePerson; flamed: boolean } & Pick<FlameListProps, 'onFlame'>) {
  const language = useStore(languageStore);
  const distance = useDistance()(person);
  const lastActive = useLastActive()(person);
  const { id, displayName, age, location } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0">
      <Avatar src={person.avatarUrl} size={56} online={person.isOnline} />
      <div className="min-w-0 flex-1 basis-40">
        <Link to="/profile/:id" params={{ id }} className="-my-2.5 block wrap-anywhere py-2.5 font-semibold">
          {age === null ? displayName : `${displayName}, ${age}`}
        </Link>
        <p className="wrap-anywhere text-meta text-muted">
          {[location, distance, lastActive].filter(Boolean).join(' · ')}
        </p>
        <p className="text-faint text-meta">{formatDate(person.flamedAt, language)}</p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
        <Link to="/chat/:id" params={{ id }} className={buttonStyle({ size: 'sm' })}>
          <Trans>Chat</Trans>
        </Link>
        {person.matched ? null : (
          <Button size="sm" variant="connect" disabled={flamed} onClick={() => onFlame(person)}>
            {flamed ? <Trans>Flame sent</Trans> : <Trans>Send Flame</Trans>}
          </Button>
        )}
      </div>
    </li>
  );
}

function NoFlames({ direction }: { direction: Direction }) {
  const { t } = useLingui();
  const emptyTexts = {
    in: [t`No flames yet`, t`People who send you a flame appear here.`],
    out: [t`You have sent no flames yet`, t`A flame says that you noticed someone. Send one from the list.`],
    mutual: [t`No matches yet`, t`When a flame is answered, the two of you match.`],
  } as const;
  const [title, text] = emptyTexts[direction];
  return <EmptyState title={title} text={text} />;
}
