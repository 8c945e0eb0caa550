export type Units = 'metric' | 'imperial';
export const isUnits = (stored: unknown): stored is Units => stored === 'metric' || stored === 'imperial';

export const formatTemperature = (celsius: number, units: Units): string =>
  `${Math.round(units === 'metric' ? celsius : celsius * 1.8 + 32)}°`;
export const formatRain = (millimetres: number, units: Units): string =>
  units === 'metric' ? `${millimetres} mm` : `${(millimetres / 25.4).toFixed(1)} in`;
