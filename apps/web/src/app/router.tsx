import { type Path, type PathName, paths } from '../lib/paths.ts';
import { type RouteDefinition, registerRoutes, route } from '../lib/router.tsx';
import type { RarePath } from './rare-screens.ts';
import type { StaffPath } from './staff-screens.ts';

/**
 * Layouts. `app`: inside header and navigation. `detail`: the same from 1024 px; on phones the screen has its own bar.
 * `inbox` and `chat` are like these two on phones; from 1024 px they fill the window beside the rail. `staff`: beside the
 * rail of staff, or above their bar. `plain`: alone.
 */
export type Layout = 'app' | 'detail' | 'inbox' | 'chat' | 'staff' | 'plain';

interface Entry {
  route: RouteDefinition;
  layout: Layout;
  /** True when visitors may see it; other screens redirect them to sign-in. */
  isPublic: boolean;
}

const app = (definition: RouteDefinition, visitors = false): Entry => ({
  route: definition,
  layout: 'app',
  isPublic: visitors,
});
/** The names of staff's screens and of their files are loaded with the first of them: most visits need none. */
const staff = (name: StaffPath): Entry => ({
  route: route(paths[name], async () => (await import('./staff-screens.ts')).staffScreens[name]()),
  layout: 'staff',
  isPublic: false,
});
/** The same for screens that few members open, or once. */
const rare = (name: RarePath): RouteDefinition =>
  route(paths[name], async () => (await import('./rare-screens.ts')).rareScreens[name]());
const detail = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'detail', isPublic: false });
const plain = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'plain', isPublic: true });
/** Alone, for members. */
const bare = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'plain', isPublic: false });
/** One screen, which stays while the address of a person becomes the one with their handle. */
const personRoute = route(paths.profile, () => import('./routes/person.tsx'));
const personAt = (path: Path): Entry => detail({ ...personRoute, path });
const publicScreen = (definition: RouteDefinition): Entry => app(definition, true);

const staffScreens = Object.fromEntries(
  Object.entries(paths).flatMap(([name, path]) =>
    path.startsWith('/admin') ? [[name, staff(name as StaffPath)]] : [],
  ),
) as Record<StaffPath, Entry>;

/** The screen of every path; a path without one does not compile. */
export const screens: Record<PathName, Entry> = {
  ...staffScreens,
  home: app(route(paths.home, () => import('./routes/home.tsx'))),
  explore: publicScreen(route(paths.explore, () => import('./routes/explore.tsx'))),
  createInterest: app(rare('createInterest')),
  signup: plain(route(paths.signup, () => import('./routes/signup.tsx'))),
  welcome: bare(route(paths.welcome, () => import('./routes/welcome.tsx'))),
  login: plain(route(paths.login, () => import('./routes/login.tsx'))),
  forgotPassword: plain(rare('forgotPassword')),
  resetPassword: plain(rare('resetPassword')),
  logout: plain(route(paths.logout, () => import('./routes/logout.tsx'))),
  credits: app(route(paths.credits, () => import('./routes/credits.tsx'))),
  statement: app(rare('statement')),
  checkout: app(route(paths.checkout, () => import('./routes/checkout.tsx'))),
  vip: app(rare('vip')),
  creators: app(route(paths.creators, () => import('./routes/creators.tsx'))),
  library: app(route(paths.library, () => import('./routes/library.tsx'))),
  marketplace: app(rare('marketplace')),
  dashboard: app(route(paths.dashboard, () => import('./routes/dashboard.tsx'))),
  studio: app(route(paths.studio, () => import('./routes/studio.tsx'))),
  studioPeople: app(rare('studioPeople')),
  studioFigures: app(rare('studioFigures')),
  studioPrices: app(rare('studioPrices')),
  nearby: app(route(paths.nearby, () => import('./routes/nearby.tsx'))),
  aiMatching: app(route(paths.aiMatching, () => import('./routes/ai-matching.tsx'))),
  videoChat: app(route(paths.videoChat, () => import('./routes/video-chat.tsx'))),
  live: app(route(paths.live, () => import('./routes/live.tsx'))),
  liveShow: bare(route(paths.liveShow, () => import('./routes/live-show.tsx'))),
  watch: detail(route(paths.watch, () => import('./routes/watch.tsx'))),
  goLive: app(rare('goLive')),
  gifts: app(rare('gifts')),
  locations: app(rare('locations')),
  takedown: plain(rare('takedown')),
  takedownStatus: plain(rare('takedownStatus')),
  legal: plain(rare('legal')),
  legalPage: plain(rare('legalPage')),
  compliance: app(rare('compliance')),
  classificationRegister: app(rare('classificationRegister')),
  consentRegister: app(rare('consentRegister')),
  fpbRegistration: app(rare('fpbRegistration')),
  review: plain(rare('review')),
  personalInformation: plain(rare('personalInformation')),
  personalInformationLink: plain(rare('personalInformationLink')),
  consents: app(rare('consents')),
  decisions: app(rare('decisions')),
  consentLink: plain(rare('consentLink')),
  plan: plain(rare('plan')),
  safetyContact: plain(rare('safetyContact')),
  messages: { ...app(route(paths.messages, () => import('./routes/messages.tsx'))), layout: 'inbox' },
  chat: {
    ...app(route(paths.chat, () => import('./routes/chat.tsx').then(({ complete }) => complete))),
    layout: 'chat',
  },
  disguise: app(rare('disguise')),
  requests: app(route(paths.requests, () => import('./routes/requests.tsx'))),
  ownProfile: app(route(paths.ownProfile, () => import('./routes/own-profile.tsx'))),
  identity: app(rare('identity')),
  settings: app(route(paths.settings, () => import('./routes/settings.tsx'))),
  settingsPart: app(route(paths.settingsPart, () => import('./routes/settings-part.tsx'))),
  security: app(rare('security')),
  account: app(rare('account')),
  myData: plain(rare('myData')),
  data: app(rare('data')),
  profile: personAt(paths.profile),
  profiles: personAt(paths.profiles),
  creator: personAt(paths.creator),
  handle: personAt(paths.handle),
  create: publicScreen(route(paths.create, () => import('./routes/create.tsx'))),
  testLogin: plain(rare('testLogin')),
  testProfiles: publicScreen(rare('testProfiles')),
  notifications: app(route(paths.notifications, () => import('./routes/notifications.tsx'))),
  privacy: app(route(paths.privacy, () => import('./routes/privacy.tsx'))),
  pwa: publicScreen(rare('pwa')),
  demoOutbox: publicScreen(rare('demoOutbox')),
};

const names = Object.keys(screens) as PathName[];
registerRoutes(names.map((name) => screens[name].route));

/** The screen of a matched route. */
export function screenOf(definition: RouteDefinition): { name: PathName; entry: Entry } | undefined {
  const name = names.find((each) => screens[each].route === definition);
  return name && { name, entry: screens[name] };
}
