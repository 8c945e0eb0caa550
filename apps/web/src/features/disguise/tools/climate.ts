import { type City, type CityPlace, cityPlaces } from '@vlam/contract/rules/places';

/** Monthly averages, January first: warmest and coolest of the day in °C, and rain in mm. */
export interface Averages {
  high: readonly number[];
  low: readonly number[];
  rain: readonly number[];
}

/** Averages of 1961 to 1990, the WMO's reference period, as the South African Weather Service gave them; rounded. */
const averages: Partial<Record<City, Averages>> = {
  'Cape Town': {
    high: [26, 27, 25, 23, 20, 18, 18, 18, 19, 21, 24, 25],
    low: [16, 16, 14, 12, 9, 8, 7, 8, 9, 11, 13, 15],
    rain: [15, 17, 20, 41, 69, 93, 82, 77, 40, 30, 14, 17],
  },
  Johannesburg: {
    high: [26, 25, 24, 21, 19, 16, 17, 19, 23, 24, 24, 25],
    low: [15, 14, 13, 10, 7, 4, 4, 6, 9, 11, 13, 14],
    rain: [125, 90, 91, 54, 13, 9, 4, 6, 27, 72, 117, 105],
  },
  Durban: {
    high: [28, 28, 28, 26, 25, 23, 23, 23, 23, 24, 25, 27],
    low: [21, 21, 20, 17, 14, 11, 11, 13, 15, 17, 18, 20],
    rain: [134, 113, 120, 73, 59, 38, 39, 62, 73, 98, 108, 102],
  },
  Pretoria: {
    high: [29, 28, 27, 24, 22, 19, 20, 22, 26, 27, 27, 28],
    low: [18, 17, 16, 12, 8, 5, 5, 8, 12, 14, 16, 17],
    rain: [136, 75, 82, 51, 13, 7, 3, 6, 22, 71, 98, 110],
  },
  Bloemfontein: {
    high: [31, 29, 27, 23, 20, 17, 17, 20, 24, 26, 28, 30],
    low: [15, 15, 12, 8, 3, -2, -2, 1, 5, 9, 12, 14],
    rain: [83, 111, 72, 56, 17, 12, 8, 15, 24, 43, 58, 60],
  },
};

/** A city of the product's map. Without averages it has its sun and moon: nothing is made up for it. */
export interface Place extends Pick<CityPlace, 'latitude' | 'longitude'> {
  name: string;
  averages: Averages | null;
}

export const places: readonly Place[] = Object.entries(cityPlaces).map(([name, { latitude, longitude }]) => ({
  name,
  latitude,
  longitude,
  averages: averages[name as City] ?? null,
}));
