import { findShapeProblem, type HandleProblem } from '@vlam/contract/rules/handles';
import { isReserved } from './reserved-names.ts';

/** The first parts of the addresses of the web app and the server; a test compares them with what there is. */
export const addressWords = [
  ...['signup', 'login', 'forgot', 'password', 'reset', 'explore', 'nearby', 'creators', 'library', 'marketplace'],
  ...['requests', 'create', 'interest', 'credits', 'messages', 'notifications', 'profile', 'profiles', 'account'],
  ...['security', 'my-data', 'data', 'identity', 'creator', 'chat', 'checkout', 'test-login', 'test-profiles'],
  ...['dashboard', 'video-chat', 'live', 'go-live', 'watch', 'vip', 'gifts', 'locations', 'plan', 'safety-contact'],
  ...['takedown', 'legal', 'consents', 'consent', 'decisions', 'ai-matching', 'pwa', 'disguise', 'privacy', 'review'],
  ...['compliance', 'fpb-registration', 'logout', 'demo', 'admin', 'forgot-password', 'reset-password', 'status'],
  ...['create-interest', 'api', 'assets', 'icons', 'img', 'landing', 'realtime', 'healthz', 'readyz', 'metrics'],
  ...['app-shell', 'demo-files', 'robots', 'manifest', 'well-known', 'sw', 'm', 'studio', 'welcome', 'statement'],
];
/** Words that could pass for the operator, an authority, or no account. */
const otherWords = [
  ...['root', 'system', 'team', 'abuse', 'postmaster', 'webmaster', 'noreply', 'safety', 'payments', 'billing'],
  ...['press', 'help', 'info', 'contact', 'police', 'saps', 'fpb', 'everyone', 'all', 'here', 'null', 'undefined'],
  ...['anonymous', 'deleted', 'erased', 'member', 'members', 'user', 'guest', 'you', 'handle', 'settings', 'home'],
];

/** One form for handles that look alike when they are written or sound alike when dots are not said. */
export const skeletonOf = (handle: string): string =>
  handle.replace(/[._-]/g, '').replace(/[1l]/g, 'i').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w');

const reservedSkeletons = new Set([...addressWords, ...otherWords].map(skeletonOf));

/** Why no member may choose a normalised handle; null for one that is free or another member's. */
export const findHandleProblem = (handle: string): Exclude<HandleProblem, 'taken'> | null =>
  (findShapeProblem(handle) as Exclude<HandleProblem, 'taken'> | null) ??
  (isReserved(handle, false) || reservedSkeletons.has(skeletonOf(handle)) ? 'reserved' : null);
