import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type City, cityPlaces } from '@vlam/contract/rules/places';
import { clsx } from 'clsx';
import { CountryMap } from '../../../components/ui/country-map.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';

interface EventMapProps {
  city: City | undefined;
  onChoose(city: City | undefined): void;
}

/** Events by city: a map with a light per city, and a list to choose from. */
export function EventMap({ city, onChoose }: EventMapProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('eventCities'));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the map`}>
        <SkeletonRows count={4} />
      </Loading>
    );
  const maxEvents = Math.max(1, ...data.map(({ events }) => events));
  const eventCountText = (events: number) => t`${plural(events, { one: '# event', other: '# events' })}`;
  return (
    <>
      <CountryMap
        lights={data.map((each) => ({ ...cityPlaces[each.city], strength: each.events / maxEvents }))}
        labels={data
          .slice(0, 3)
          .map((each) => ({ ...cityPlaces[each.city], name: each.city, note: eventCountText(each.events) }))}
        label={t`Events by city on a map of South Africa; the list below says the same`}
      />
      <ul className="mt-5">
        <li className="border-line">
          <CityRow
            pressed={city === undefined}
            onClick={() => onChoose(undefined)}
            count={data.reduce((sum, { events }) => sum + events, 0)}
          >
            <Trans>All cities</Trans>
          </CityRow>
        </li>
        {data.map((each) => (
          <li key={each.city} className="border-line border-t">
            <CityRow pressed={city === each.city} onClick={() => onChoose(each.city)} count={each.events}>
              {each.city}
            </CityRow>
          </li>
        ))}
      </ul>
    </>
  );
}

function CityRow({
  pressed,
  onClick,
  count,
  children,
}: {
  pressed: boolean;
  onClick(): void;
  count: number;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={clsx(
        '-mx-3 flex min-h-11 w-[calc(100%+24px)] items-center justify-between gap-3 rounded-field px-3 text-left text-sm hover:text-ember-text',
        pressed ? 'bg-surface-2 font-semibold text-ink' : 'text-muted',
      )}
    >
      {children}
      <span className="num text-[1.0625rem] text-ink">{count}</span>
    </button>
  );
}
