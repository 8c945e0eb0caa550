/** Every path of the app. `app/router.tsx` gives each a screen; links are type-checked against this table. */
export const paths = {
  home: '/',
  signup: '/signup',
  welcome: '/welcome',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  explore: '/explore',
  nearby: '/nearby',
  creators: '/creators',
  library: '/library',
  marketplace: '/marketplace',
  requests: '/requests',
  createInterest: '/create-interest',
  credits: '/credits',
  statement: '/statement',
  messages: '/messages',
  notifications: '/notifications',
  ownProfile: '/profile',
  settings: '/settings',
  settingsPart: '/settings/:part',
  security: '/security',
  account: '/account',
  myData: '/my-data',
  data: '/data',
  identity: '/identity',
  profile: '/profile/:id',
  profiles: '/profiles/:id',
  creator: '/creator/:id',
  handle: '/@:handle',
  chat: '/chat/:id',
  create: '/create',
  checkout: '/checkout',
  testLogin: '/test-login',
  testProfiles: '/test-profiles',
  dashboard: '/dashboard',
  studio: '/studio',
  studioPeople: '/studio/people',
  studioPrices: '/studio/prices',
  studioFigures: '/studio/figures',
  videoChat: '/video-chat',
  live: '/live',
  liveShow: '/live/:id',
  goLive: '/go-live',
  watch: '/watch/:id',
  vip: '/vip',
  gifts: '/gifts',
  locations: '/locations',
  plan: '/plan/:token',
  safetyContact: '/safety-contact/:token',
  takedown: '/takedown',
  takedownStatus: '/takedown/status',
  legal: '/legal',
  legalPage: '/legal/:page',
  consents: '/consents',
  decisions: '/decisions',
  consentLink: '/consent/:token',
  aiMatching: '/ai-matching',
  pwa: '/pwa',
  disguise: '/disguise',
  privacy: '/privacy',
  compliance: '/compliance',
  classificationRegister: '/compliance/classifications',
  consentRegister: '/compliance/consent-records',
  review: '/review/:token',
  personalInformation: '/compliance/personal-information',
  personalInformationLink: '/compliance/personal-information/:token',
  fpbRegistration: '/fpb-registration',
  logout: '/logout',
  demoOutbox: '/demo/outbox',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminUsers: '/admin/users',
  adminUsersVerification: '/admin/users/verification',
  adminUsersSuspended: '/admin/users/suspended',
  adminUser: '/admin/users/:id',
  adminContent: '/admin/content',
  adminContentFlagged: '/admin/content/flagged',
  adminContentPending: '/admin/content/pending',
  adminPhotos: '/admin/photos',
  adminReports: '/admin/reports',
  adminReportsPending: '/admin/reports/pending',
  adminReportsResolved: '/admin/reports/resolved',
  adminTakedowns: '/admin/takedowns',
  adminTakedown: '/admin/takedowns/:id',
  adminRegistrations: '/admin/fpb-registrations',
  adminRegistration: '/admin/fpb-registrations/:id',
  adminWords: '/admin/words',
  adminHealth: '/admin/health',
  adminAudit: '/admin/audit',
  adminRisk: '/admin/risk',
  adminRiskCase: '/admin/risk/:id',
  adminRecords: '/admin/records',
  adminHolds: '/admin/records/authorities',
  adminRetention: '/admin/records/retention',
  adminInformation: '/admin/records/requests',
  adminInformationCase: '/admin/records/requests/:id',
  adminBreaches: '/admin/breaches',
  adminBreach: '/admin/breaches/:id',
  adminConsents: '/admin/records/consents',
  adminReviewers: '/admin/records/reviewers',
  adminPeriodReports: '/admin/records/reports',
  adminSettings: '/admin/settings',
  adminSettingsOperator: '/admin/settings/operator',
  adminSettingsPlatform: '/admin/settings/platform',
  adminSettingsPolicies: '/admin/settings/policies',
  adminSettingsPayments: '/admin/settings/payments',
} as const;

export type PathName = keyof typeof paths;
export type Path = (typeof paths)[PathName];

type Segments<P extends string> = P extends `/${infer Head}/${infer Rest}`
  ? Head | Segments<`/${Rest}`>
  : P extends `/${infer Head}`
    ? Head
    : never;
/** The parameters named in a path: `ParamsOf<'/chat/:id'>` is `{ id: string }`. */
export type PathParams<P extends string> = {
  [S in Segments<P> as S extends `${string}:${infer Name}` ? Name : never]: string;
};

export type Search = Record<string, string | number | undefined>;
/** Target of a link; `params` is required only if the path has parameters. */
export type Destination<P extends Path> = P extends Path
  ? { to: P; search?: Search | undefined } & (keyof PathParams<P> extends never
      ? { params?: undefined }
      : { params: PathParams<P> })
  : never;

/** The address of a destination. */
export function hrefOf<P extends Path>(destination: Destination<P>): string {
  const values: Record<string, string> = destination.params ?? {};
  const path = destination.to.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(destination.search ?? {}))
    if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The parameters when `pathname` fits `pattern`, else null. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const shape = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)');
  // Some programs that people send links with encode the sign before a handle.
  const found = new RegExp(`^${shape}/*$`).exec(pathname.replace('/%40', '/@'));
  return found && Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
