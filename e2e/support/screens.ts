import type { Page } from 'playwright-core';
import type { DemoPlaces } from './places.ts';
import { callsScreens } from './screens/calls.ts';
import { chatScreens } from './screens/chat.ts';
import { entryScreens } from './screens/entry.ts';
import { homeScreens } from './screens/home.ts';
import { meetingScreens } from './screens/meeting.ts';
import { moneyScreens } from './screens/money.ts';
import { peopleScreens } from './screens/people.ts';
import { restScreens } from './screens/rest.ts';
import type { Screen } from './screens/screen.ts';
import { staffScreens } from './screens/staff.ts';
import { studioScreens } from './screens/studio.ts';
import { workScreens } from './screens/work.ts';

export type { Screen };

/** Every screen that is built, in the order of a visit. */
export const screens: readonly Screen[] = [
  ...entryScreens,
  ...homeScreens,
  ...meetingScreens,
  ...peopleScreens,
  ...moneyScreens,
  ...callsScreens,
  ...workScreens,
  ...studioScreens,
  ...staffScreens,
  ...chatScreens,
  ...restScreens,
];

/** Screens that show something no other one does. */
export const screensToCheck = screens.filter(({ within }) => within === undefined);

/** Opens a screen and waits until nothing more loads. */
export async function showScreen(page: Page, screen: Screen, places: DemoPlaces): Promise<void> {
  await page.goto(screen.path(places));
  await page.getByRole('heading').first().waitFor();
  await screen.open?.(page);
  if (!screen.streams) await page.waitForLoadState('networkidle');
  // The last press leaves the pointer over something, which is then drawn as if one were about to press it.
  await page.mouse.move(-1, -1);
  // A busy machine loads nothing for a while; a screen that shows work under way stays busy.
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => {});
}
