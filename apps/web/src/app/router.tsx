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

/** Screens still to come, each under its own name. */
const later = () => import('./routes/not-built-yet.tsx');

/** The one list of screens; a path without one does not compile. */
export const screens: Record<PathName, Entry> = {
  home: app(route(paths.home, () => import('./routes/home.tsx'))),
  signup: plain(route(paths.signup, () => import('./routes/signup.tsx'))),
  login: plain(route(paths.login, () => import('./routes/login.tsx'))),
  forgotPassword: plain(route(paths.forgotPassword, () => import('./routes/forgot-password.tsx'))),
  resetPassword: plain(route(paths.resetPassword, () => import('./routes/reset-password.tsx'))),
  logout: plain(route(paths.logout, () => import('./routes/logout.tsx'))),
  explore: open(route(paths.explore, later)),
  nearby: app(route(paths.nearby, later)),
  marketplace: app(route(paths.marketplace, later)),
  requests: app(route(paths.requests, later)),
  createInterest: app(route(paths.createInterest, later)),
  credits: app(route(paths.credits, () => import('./routes/credits.tsx'))),
  messages: app(route(paths.messages, later)),
  notifications: app(route(paths.notifications, later)),
  ownProfile: app(route(paths.ownProfile, () => import('./routes/own-profile.tsx'))),
  profile: detail(route(paths.profile, () => import('./routes/profile.tsx'))),
  profiles: app(route(paths.profiles, () => import('./routes/creator.tsx'))),
  creator: app(route(paths.creator, () => import('./routes/creator.tsx'))),
  chat: app(route(paths.chat, later)),
  create: open(route(paths.create, () => import('./routes/create.tsx'))),
  checkout: app(route(paths.checkout, later)),
  testLogin: plain(route(paths.testLogin, () => import('./routes/test-login.tsx'))),
  testProfiles: open(route(paths.testProfiles, () => import('./routes/test-profiles.tsx'))),
  demoOutbox: open(route(paths.demoOutbox, () => import('./routes/demo-outbox.tsx'))),
  dashboard: app(route(paths.dashboard, later)),
  videoChat: app(route(paths.videoChat, later)),
  vip: app(route(paths.vip, later)),
  gifts: app(route(paths.gifts, later)),
  locations: app(route(paths.locations, later)),
  aiMatching: app(route(paths.aiMatching, later)),
  pwa: open(route(paths.pwa, later)),
  disguise: app(route(paths.disguise, later)),
  privacy: app(route(paths.privacy, later)),
  compliance: app(route(paths.compliance, later)),
  fpbRegistration: app(route(paths.fpbRegistration, later)),
  admin: app(route(paths.admin, later)),
  adminDashboard: app(route(paths.adminDashboard, later)),
  adminUsers: app(route(paths.adminUsers, later)),
  adminUsersVerification: app(route(paths.adminUsersVerification, later)),
  adminUsersSuspended: app(route(paths.adminUsersSuspended, later)),
  adminContent: app(route(paths.adminContent, later)),
  adminContentFlagged: app(route(paths.adminContentFlagged, later)),
  adminContentPending: app(route(paths.adminContentPending, later)),
  adminReports: app(route(paths.adminReports, later)),
  adminReportsPending: app(route(paths.adminReportsPending, later)),
  adminReportsResolved: app(route(paths.adminReportsResolved, later)),
  adminSettings: app(route(paths.adminSettings, later)),
  adminSettingsPlatform: app(route(paths.adminSettingsPlatform, later)),
  adminSettingsPolicies: app(route(paths.adminSettingsPolicies, later)),
  adminSettingsPayments: app(route(paths.adminSettingsPayments, later)),
};

const names = Object.keys(screens) as PathName[];
registerRoutes(names.map((name) => screens[name].route));

/** The screen a matched route belongs to. */
export function screenOf(definition: RouteDefinition): { name: PathName; entry: Entry } | undefined {
  const name = names.find((each) => screens[each].route === definition);
  return name && { name, entry: screens[name] };
}
