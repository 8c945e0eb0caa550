import { expect, inject, it } from 'vitest';
import { findPlaces } from './support/places.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

/**
 * Screens whose first responses come with the page, and what the browser must not request for them again. The list of
 * threads comes along too, but is read anew once the socket is open.
 */
const screens = [
  { path: '/creator/:creator', carries: ['/api/profiles/:creator', '/api/creators/:creator/content'] },
  { path: '/chat/:demo', carries: ['/api/conversations/:demo/messages?limit=40', '/api/calls/partners/:demo'] },
  { path: '/notifications', carries: ['/api/notifications?limit=20'] },
  {
    path: '/credits',
    carries: ['/api/credits/packs', '/api/credits/terms', '/api/credits/transactions', '/api/payments/limits'],
  },
  { path: '/profile', carries: ['/api/profiles/me', '/api/profiles/me/handle'] },
  { path: '/vip', carries: ['/api/vip/tiers'] },
  { path: '/privacy', carries: ['/api/privacy/settings'] },
];

it.each(screens)('requests nothing again that came with the page of $path', async ({ path, carries }) => {
  const places = await findPlaces(inject('demoDatabaseUrl'));
  const fill = (text: string) => text.replace(':creator', places.creatorId).replace(':demo', places.demoCreatorId);
  const cookie = inject('demoSessions').fan;
  // Its service worker would answer the second visit, with a page that carries no responses.
  const context = await world.browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: world.url }]);
  const page = await context.newPage();
  try {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(world.url.length)));
    const open = async () => {
      asked.length = 0;
      await page.goto(world.url + fill(path));
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      return carries.map(fill).filter((each) => asked.includes(each));
    };
    // A busy server leaves a response out, and the app requests it: then the page is opened again.
    await expect.poll(open, { timeout: 30_000 }).toEqual([]);
    await page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script type="application\/json" id="answers">[^<]*<\/script>/, '');
      await route.fulfill({ response, body });
    });
    expect(await open(), 'without them the app asks').toEqual(carries.map(fill));
  } finally {
    await context.close();
  }
});
