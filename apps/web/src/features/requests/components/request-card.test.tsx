import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import type { ContentRequestView } from '../api.ts';
import { RequestCard } from './request-card.tsx';

const person = { id: '0199f3b4-0000-4000-8000-000000000001', displayName: 'Naledi', avatar: '/a.webp' };
const request: ContentRequestView = {
  ...{ id: person.id, requesterId: person.id, requester: person, creatorId: person.id, creator: person },
  ...{ title: 'A portrait in blue', description: 'Evening light', contentType: 'photo', isExclusive: false },
  ...{ offeredPrice: 90, heldPrice: 90, acceptedPrice: null, totalPrice: 90, creatorShare: 72, creatorHeld: 0 },
  isCounterOffer: false,
  ...{ estimatedDelivery: null, additionalNotes: null, deadline: null, lapsesAt: null, reason: null },
  ...{ createdAt: '2026-11-21T10:00:00Z', delivery: null, disputeAnswer: null, outcome: null, rating: null },
  ...{ showAt: null, liveId: null, deliveredAt: null, offer: null },
  ...{ status: 'pending', isOwn: false, version: 1 },
};

/** Text of the card for a member who paid R0.80 per credit. */
async function read(more: Partial<ContentRequestView>): Promise<string> {
  serve({
    'GET /api/auth/user': () => ({
      status: 200,
      body: { id: person.id, requiresAgeVerification: false, permissions: [] },
    }),
    'GET /api/credits/terms': () => ({ status: 200, body: { centsPerCredit: 80, firstPurchaseBonus: 0 } }),
  });
  const screen = await render(<RequestCard request={{ ...request, ...more }}>{null}</RequestCard>);
  // Loads the user, then the credit terms.
  await settle();
  const text = screen.container.textContent ?? '';
  screen.unmount();
  return text;
}

it('shows earnings in rand to the creator in every state', async () => {
  const outcome = {
    decision: 'split',
    returnedCredits: 40,
    creatorCredits: 40,
    reason: 'Half',
    decidedAt: '',
  } as const;
  expect(await read({})).toContain('You keep R30.24.');
  expect(await read({ status: 'completed' })).toContain('R30.24 in your earnings');
  expect(await read({ status: 'completed', creatorHeld: 8 })).toContain(
    'R26.88 in your earnings, R3.36 held, paid with free credits: 72 credits',
  );
  expect(await read({ status: 'resolved', outcome, creatorHeld: 40 })).toContain(
    'Decided: R16.80 held, paid with free credits',
  );
  expect(await read({ status: 'disputed' })).toContain('Your R30.24 waits');
  expect(await read({ status: 'resolved', outcome })).toContain('Decided: R16.80 in your earnings');
});

it('shows the price in rand to the requester only', async () => {
  expect(await read({ isOwn: true })).toContain('about R72');
  expect(await read({})).not.toContain('about');
});
