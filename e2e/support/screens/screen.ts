import type { Locator, Page } from 'playwright-core';
import type { ScreenPerson } from '../people.ts';
import type { DemoPlaces } from '../places.ts';

export interface Screen {
  /** Also the name of its picture. */
  name: string;
  /** What the screen shows, for the table of screenshots. */
  shows: string;
  who: ScreenPerson;
  path(places: DemoPlaces): string;
  /** Steps from the page to the screen. */
  open?(page: Page): Promise<void>;
  /** Also captured in the light theme. */
  light?: boolean;
  /** There is no such screen on a phone. */
  wide?: boolean;
  /** It never stops loading, because it plays. */
  streams?: boolean;
  /** The part of the page that no other screen has; axe checks only this. */
  part?: string;
  /** All of it is on that screen too, so it is only captured. */
  within?: string;
}

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
