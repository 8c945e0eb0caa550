import type { ComponentType } from 'react';
import type { PathName } from '../lib/paths.ts';

export type StaffPath = Extract<PathName, `admin${string}`>;

/** The screen of every path of staff. */
export const staffScreens: Record<StaffPath, () => Promise<{ Route: ComponentType }>> = {
  admin: () => import('./routes/admin.tsx'),
  adminDashboard: () => import('./routes/admin.tsx'),
  adminUsers: () => import('./routes/admin-users.tsx'),
  adminUsersSuspended: () => import('./routes/admin-users.tsx'),
  adminUser: () => import('./routes/admin-user.tsx'),
  adminUsersVerification: () => import('./routes/admin-verification.tsx'),
  adminContent: () => import('./routes/admin-content.tsx'),
  adminContentFlagged: () => import('./routes/admin-content.tsx'),
  adminContentPending: () => import('./routes/admin-content.tsx'),
  adminPhotos: () => import('./routes/admin-photos.tsx'),
  adminReports: () => import('./routes/admin-reports.tsx'),
  adminReportsPending: () => import('./routes/admin-reports.tsx'),
  adminReportsResolved: () => import('./routes/admin-reports.tsx'),
  adminTakedowns: () => import('./routes/admin-takedowns.tsx'),
  adminTakedown: () => import('./routes/admin-takedown.tsx'),
  adminRegistrations: () => import('./routes/admin-registrations.tsx'),
  adminRegistration: () => import('./routes/admin-registration.tsx'),
  adminWords: () => import('./routes/admin-words.tsx'),
  adminAudit: () => import('./routes/admin-audit.tsx'),
  adminRisk: () => import('./routes/admin-risk.tsx'),
  adminRiskCase: () => import('./routes/admin-risk-case.tsx'),
  adminRecords: () => import('./routes/admin-records.tsx'),
  adminHolds: () => import('./routes/admin-holds.tsx'),
  adminRetention: () => import('./routes/admin-retention.tsx'),
  adminInformation: () => import('./routes/admin-information.tsx'),
  adminInformationCase: () => import('./routes/admin-information-case.tsx'),
  adminBreaches: () => import('./routes/admin-breaches.tsx'),
  adminBreach: () => import('./routes/admin-breach.tsx'),
  adminConsents: () => import('./routes/admin-consents.tsx'),
  adminReviewers: () => import('./routes/admin-reviewers.tsx'),
  adminPeriodReports: () => import('./routes/admin-period-reports.tsx'),
  adminSettingsOperator: () => import('./routes/admin-operator.tsx'),
  adminSettings: () => import('./routes/admin-settings.tsx'),
  adminSettingsPayments: () => import('./routes/admin-money.tsx'),
  adminSettingsPlatform: () => import('./routes/admin-settings-platform.tsx'),
  adminSettingsPolicies: () => import('./routes/admin-settings-policies.tsx'),
};
