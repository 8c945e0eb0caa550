import { type PathName, paths } from '../lib/paths.ts';
import { type RouteDefinition, registerRoutes, route } from '../lib/router.tsx';

/** `app`: inside header and navigation. `detail`: the same from 1024; on phones the screen brings its own bar. `plain`: alone. */
export type Layout = 'app' | 'detail' | 'plain';

interface Entry {
  route: RouteDefinition;
  layout: Layout;
  /** Visitors may see it; every other screen sends them to sign in. */
  open: boolean;
}

const app = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'app', open: false });
const detail = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'detail', open: false });
const plain = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'plain', open: true });
const open = (definition: RouteDefinition): Entry => ({ route: definition, layout: 'app', open: true });

/** The one list of screens; a path without one does not compile. */
export const screens: Record<PathName, Entry> = {
  home: app(route(paths.home, () => import('./routes/home.tsx'))),
  signup: plain(route(paths.signup, () => import('./routes/signup.tsx'))),
  login: plain(route(paths.login, () => import('./routes/login.tsx'))),
  forgotPassword: plain(route(paths.forgotPassword, () => import('./routes/forgot-password.tsx'))),
  resetPassword: plain(route(paths.resetPassword, () => import('./routes/reset-password.tsx'))),
  logout: plain(route(paths.logout, () => import('./routes/logout.tsx'))),
  explore: open(route(paths.explore, () => import('./routes/not-built-yet.tsx'))),
  nearby: app(route(paths.nearby, () => import('./routes/not-built-yet.tsx'))),
  marketplace: app(route(paths.marketplace, () => import('./routes/not-built-yet.tsx'))),
  requests: app(route(paths.requests, () => import('./routes/not-built-yet.tsx'))),
  createInterest: app(route(paths.createInterest, () => import('./routes/not-built-yet.tsx'))),
  credits: app(route(paths.credits, () => import('./routes/credits.tsx'))),
  messages: app(route(paths.messages, () => import('./routes/not-built-yet.tsx'))),
  notifications: app(route(paths.notifications, () => import('./routes/not-built-yet.tsx'))),
  ownProfile: app(route(paths.ownProfile, () => import('./routes/own-profile.tsx'))),
  profile: detail(route(paths.profile, () => import('./routes/profile.tsx'))),
  profiles: app(route(paths.profiles, () => import('./routes/creator.tsx'))),
  creator: app(route(paths.creator, () => import('./routes/creator.tsx'))),
  chat: app(route(paths.chat, () => import('./routes/not-built-yet.tsx'))),
  create: open(route(paths.create, () => import('./routes/create.tsx'))),
  checkout: app(route(paths.checkout, () => import('./routes/not-built-yet.tsx'))),
  testLogin: plain(route(paths.testLogin, () => import('./routes/test-login.tsx'))),
  testProfiles: open(route(paths.testProfiles, () => import('./routes/test-profiles.tsx'))),
  demoOutbox: open(route(paths.demoOutbox, () => import('./routes/demo-outbox.tsx'))),
  dashboard: app(route(paths.dashboard, () => import('./routes/not-built-yet.tsx'))),
  videoChat: app(route(paths.videoChat, () => import('./routes/not-built-yet.tsx'))),
  vip: app(route(paths.vip, () => import('./routes/not-built-yet.tsx'))),
  gifts: app(route(paths.gifts, () => import('./routes/not-built-yet.tsx'))),
  locations: app(route(paths.locations, () => import('./routes/not-built-yet.tsx'))),
  aiMatching: app(route(paths.aiMatching, () => import('./routes/not-built-yet.tsx'))),
  pwa: open(route(paths.pwa, () => import('./routes/not-built-yet.tsx'))),
  disguise: app(route(paths.disguise, () => import('./routes/not-built-yet.tsx'))),
  privacy: app(route(paths.privacy, () => import('./routes/not-built-yet.tsx'))),
  compliance: app(route(paths.compliance, () => import('./routes/not-built-yet.tsx'))),
  fpbRegistration: app(route(paths.fpbRegistration, () => import('./routes/not-built-yet.tsx'))),
  admin: app(route(paths.admin, () => import('./routes/not-built-yet.tsx'))),
  adminDashboard: app(route(paths.adminDashboard, () => import('./routes/not-built-yet.tsx'))),
  adminUsers: app(route(paths.adminUsers, () => import('./routes/not-built-yet.tsx'))),
  adminUsersVerification: app(route(paths.adminUsersVerification, () => import('./routes/not-built-yet.tsx'))),
  adminUsersSuspended: app(route(paths.adminUsersSuspended, () => import('./routes/not-built-yet.tsx'))),
  adminContent: app(route(paths.adminContent, () => import('./routes/not-built-yet.tsx'))),
  adminContentFlagged: app(route(paths.adminContentFlagged, () => import('./routes/not-built-yet.tsx'))),
  adminContentPending: app(route(paths.adminContentPending, () => import('./routes/not-built-yet.tsx'))),
  adminReports: app(route(paths.adminReports, () => import('./routes/not-built-yet.tsx'))),
  adminReportsPending: app(route(paths.adminReportsPending, () => import('./routes/not-built-yet.tsx'))),
  adminReportsResolved: app(route(paths.adminReportsResolved, () => import('./routes/not-built-yet.tsx'))),
  adminSettings: app(route(paths.adminSettings, () => import('./routes/not-built-yet.tsx'))),
  adminSettingsPlatform: app(route(paths.adminSettingsPlatform, () => import('./routes/not-built-yet.tsx'))),
  adminSettingsPolicies: app(route(paths.adminSettingsPolicies, () => import('./routes/not-built-yet.tsx'))),
  adminSettingsPayments: app(route(paths.adminSettingsPayments, () => import('./routes/not-built-yet.tsx'))),
};

const names = Object.keys(screens) as PathName[];
registerRoutes(names.map((name) => screens[name].route));

/** The screen a matched route belongs to. */
export function screenOf(definition: RouteDefinition): { name: PathName; entry: Entry } | undefined {
  const name = names.find((each) => screens[each].route === definition);
  return name && { name, entry: screens[name] };
}
