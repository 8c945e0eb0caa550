import type { cities, ProvinceCode } from '../constants.ts';

export type City = (typeof cities)[number];

/** Latitude and longitude of a city's centre, and its province. */
export interface CityPlace {
  latitude: number;
  longitude: number;
  province: ProvinceCode;
}

/** The cities on the map. */
export const cityPlaces: Readonly<Record<City, CityPlace>> = {
  'Cape Town': { latitude: -33.9249, longitude: 18.4241, province: 'WC' },
  Johannesburg: { latitude: -26.2041, longitude: 28.0473, province: 'GP' },
  Durban: { latitude: -29.8587, longitude: 31.0218, province: 'KZN' },
  Pretoria: { latitude: -25.7479, longitude: 28.2293, province: 'GP' },
  'Port Elizabeth': { latitude: -33.9608, longitude: 25.6022, province: 'EC' },
  Bloemfontein: { latitude: -29.0852, longitude: 26.1596, province: 'FS' },
  'East London': { latitude: -33.0153, longitude: 27.9116, province: 'EC' },
  Pietermaritzburg: { latitude: -29.6006, longitude: 30.3794, province: 'KZN' },
  Polokwane: { latitude: -23.9045, longitude: 29.4689, province: 'LP' },
  Kimberley: { latitude: -28.7282, longitude: 24.7499, province: 'NC' },
};

export const isCity = (city: string): city is City => Object.hasOwn(cityPlaces, city);

/** Null for a city that is not listed. */
export const provinceOf = (city: string): ProvinceCode | null => (isCity(city) ? cityPlaces[city].province : null);
