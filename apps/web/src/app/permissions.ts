import type { Permission } from '@vlam/contract/operation';
import { paths } from '../lib/paths.ts';

const sectionPermissions: Partial<Record<string, Permission>> = {
  users: 'manage_users',
  content: 'moderate_content',
  photos: 'moderate_content',
  reports: 'moderate_content',
  takedowns: 'moderate_content',
  words: 'moderate_content',
  audit: 'manage_compliance',
  'fpb-registrations': 'manage_compliance',
  records: 'manage_compliance',
  breaches: 'manage_compliance',
  settings: 'manage_settings',
  health: 'manage_settings',
  risk: 'manage_money',
};

/** Permission a staff path needs, built or not; undefined for other paths. */
export function permissionFor(path: string): Permission | undefined {
  if (path === paths.adminSettingsPayments) return 'manage_money';
  if (path === paths.adminUsersVerification) return 'view_identity';
  if (path === paths.adminUser) return 'moderate_content';
  const [, admin, section = ''] = path.split('/');
  return admin === 'admin' ? (sectionPermissions[section] ?? 'view_analytics') : undefined;
}
