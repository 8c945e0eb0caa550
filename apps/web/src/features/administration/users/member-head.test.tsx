import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import type { Member } from './api.ts';
import { MemberHead } from './member-head.tsx';

const member: Member = {
  id: '019921ce-3d98-71fd-a370-b46bed6833e3',
  email: 'ruan@mail.test',
  firstName: 'Ruan',
  lastName: 'Botha',
  role: 'user',
  isActive: true,
  isVerified: true,
  suspendedAt: null,
  lastLoginAt: null,
  createdAt: '2026-01-30T08:00:00Z',
  status: 'active',
  suspendedReason: null,
  identityChecked: false,
  lastSeenAt: null,
  profileId: null,
  displayName: null,
  city: null,
  portraitUrl: null,
  openReports: 0,
  age: 34,
  reports: 2,
  strikes: 0,
  identity: {
    level: 1,
    atOnceLevel: 1,
    ageProven: true,
    documentSeen: false,
    document: { state: 'none', sentAt: null, reason: null, until: null, isDue: false },
    selfieMatched: false,
    agreement: { state: 'none', signedAt: null, until: null },
  },
  money: null,
  sessions: null,
  isManageable: false,
};

it('asks on the page of a member with five strikes whether the account stays, not before', async () => {
  for (const strikes of [4, 5]) {
    const { container, unmount } = await render(<MemberHead member={{ ...member, strikes }} ask={() => undefined} />);
    expect(container.textContent?.includes('Five strikes: decide whether the account stays')).toBe(strikes === 5);
    unmount();
  }
});
