import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a background job is about, by the first word of its code. */
const areas: Readonly<Record<string, MessageDescriptor>> = {
  administration: msg`Figures of the platform`,
  age: msg`Age checks`,
  compliance: msg`Audit log`,
  content: msg`Posts`,
  credits: msg`Credits`,
  discovery: msg`People nearby`,
  fans: msg`Followers`,
  'film-board': msg`Film board`,
  idempotency: msg`Repeated requests`,
  identity: msg`Accounts`,
  lives: msg`Live shows`,
  locations: msg`Events and plans`,
  mail: msg`Mail`,
  matching: msg`Matches`,
  media: msg`Photos and videos`,
  messaging: msg`Messages`,
  moderation: msg`Moderation`,
  notifications: msg`Notifications`,
  payments: msg`Payments`,
  payouts: msg`Payouts`,
  platform: msg`Changes of stored rows`,
  profiles: msg`Profiles`,
  records: msg`Records`,
  requests: msg`Custom requests`,
  risk: msg`Risk`,
  subscriptions: msg`Subscriptions`,
  takedowns: msg`Takedown cases`,
  vip: msg`VIP memberships`,
};

/** Null for a job that this version does not know. */
export const jobLabel = (task: string): MessageDescriptor | null => areas[task.split('.', 1)[0] ?? ''] ?? null;
