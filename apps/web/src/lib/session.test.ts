import { expect, it } from 'vitest';
import { type CurrentUser, canUseRequests, hasPermission, isStaff, viewedAs } from './session.ts';

const admin = {
  id: 'one',
  role: 'admin',
  permissions: ['all'],
  creator: { id: 'page', category: 'Art & Adult', subscriptionPrice: 49, isVerified: true, subscriberCount: 2 },
} as unknown as CurrentUser;
const moderator = { ...admin, role: 'moderator', permissions: ['moderate_content'] } as CurrentUser;

it('T19: an admin sees their own screen as a creator or user would, and no one else can', () => {
  expect(viewedAs(admin, 'admin')).toBe(admin);
  const creator = viewedAs(admin, 'creator');
  expect([creator.role, isStaff(creator), hasPermission(creator, 'manage_users')]).toEqual(['creator', false, false]);
  expect([creator.creator?.id, canUseRequests(creator)]).toEqual(['page', true]);
  const user = viewedAs(admin, 'user');
  expect([user.role, isStaff(user), user.creator, user.id]).toEqual(['user', false, undefined, 'one']);
  expect(viewedAs(moderator, 'user')).toBe(moderator);
  expect([viewedAs(null, 'user'), viewedAs(undefined, 'user')]).toEqual([null, undefined]);
});
