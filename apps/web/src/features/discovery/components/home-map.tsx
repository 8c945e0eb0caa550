import { useQuery } from '@tanstack/react-query';
import { CountryMap } from '../../../components/ui/country-map.tsx';
import { saveData } from '../../../lib/device.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { heatMapQuery } from '../api.ts';
import { labelsOf, lightsOf } from '../lights.ts';
import { useFresh } from '../live.ts';

/** The country as embers behind the count of people online; the heat map further down says the same in words. */
export function HomeMap() {
  const wide = useMediaQuery('(min-width: 1024px)');
  const { data, refetch } = useQuery(heatMapQuery('live'));
  useFresh('heat-map', 'heatMap', () => void refetch());
  const rows = data?.rows ?? [];
  return <CountryMap lights={lightsOf(rows)} labels={wide ? labelsOf(rows) : []} still={saveData()} />;
}
