import { useLingui } from '@lingui/react/macro';
import { type PathName, paths } from '../lib/paths.ts';

/** Name of a path in the table. */
export function pathNameOf(path: string | undefined): PathName | undefined {
  return (Object.keys(paths) as PathName[]).find((name) => paths[name] === path);
}

/** Titles of screens not built yet; other screens have their own heading. */
export function useTitles(): Record<PathName, string> {
  const { t } = useLingui();
  return {
    home: t`Feed`,
    signup: t`Sign Up`,
    login: t`Sign In`,
    forgotPassword: t`Forgot your password?`,
    resetPassword: t`Set a new password`,
    logout: t`Log out`,
    explore: t`Explore`,
    nearby: t`Nearby Flames`,
    creators: t`Creators`,
    library: t`Library`,
    marketplace: t`Content Marketplace`,
    requests: t`Content Requests`,
    createInterest: t`Post Your Interest`,
    credits: t`Credits`,
    messages: t`Messages`,
    notifications: t`Notifications`,
    ownProfile: t`Profile`,
    profile: t`Profile`,
    profiles: t`Creator`,
    creator: t`Creator`,
    chat: t`Chat`,
    create: t`Create`,
    checkout: t`Checkout`,
    testLogin: t`Test login`,
    testProfiles: t`Test profiles`,
    demoOutbox: t`Demo outbox`,
    dashboard: t`Creator Dashboard`,
    videoChat: t`Live Video Chat`,
    live: t`Live shows`,
    liveShow: t`Live show`,
    goLive: t`Go live`,
    watch: t`Watch`,
    vip: t`VIP Membership`,
    gifts: t`Virtual Gifts`,
    locations: t`Location-Based Connections`,
    plan: t`A shared plan`,
    consents: t`Your consent`,
    consentLink: t`Your consent`,
    aiMatching: t`Smart Matching`,
    pwa: t`PWA Features`,
    disguise: t`App Disguise`,
    privacy: t`Privacy Center`,
    compliance: t`Compliance`,
    fpbRegistration: t`Film-board registration`,
    admin: t`Administration`,
    adminDashboard: t`Admin dashboard`,
    adminUsers: t`Users`,
    adminUsersVerification: t`Users to verify`,
    adminUsersSuspended: t`Suspended users`,
    adminUser: t`Member`,
    adminContent: t`Content`,
    adminContentFlagged: t`Flagged content`,
    adminContentPending: t`Pending content`,
    adminReports: t`Reports`,
    adminReportsPending: t`Pending reports`,
    adminReportsResolved: t`Resolved reports`,
    adminSettings: t`Settings`,
    adminSettingsPlatform: t`Platform settings`,
    adminSettingsPolicies: t`Policies`,
    adminSettingsPayments: t`Payment settings`,
  };
}
