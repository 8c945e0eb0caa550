import { useQuery } from '@tanstack/react-query';
import { CountryMap } from '../../../components/ui/country-map.tsx';
import { saveData } from '../../../lib/device.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { heatMapQuery } from '../api.ts';
import { toMapLabels, toMapLights } from '../lights.ts';
import { useRefetchOnChange } from '../live.ts';

/** The map behind the online counter; decorative, as the heat map further down has the same data. */
export function HomeMap() {
  const wide = useMediaQuery('(min-width: 1024px)');
  const { data, refetch } = useQuery(heatMapQuery('live'));
  useRefetchOnChange('heat-map', 'heatMap', () => void refetch());
  const rows = data?.rows ?? [];
  return <CountryMap lights={toMapLights(rows)} labels={wide ? toMapLabels(rows) : []} still={saveData()} />;
}
