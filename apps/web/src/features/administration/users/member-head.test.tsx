import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import type { Member } from './api.ts';
import { MemberHead } from './member-head.tsx';
import { aUser } from './testing.ts';

const member: Member = {
  ...aUser,
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
