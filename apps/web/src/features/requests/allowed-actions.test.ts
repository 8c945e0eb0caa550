import { expect, it } from 'vitest';
import { allowedActions } from './allowed-actions.ts';
import type { ContentRequestView } from './api.ts';

const now = new Date('2026-11-21T10:00:00Z');
const on = (part: Partial<ContentRequestView>) =>
  Object.entries(
    allowedActions(
      {
        status: 'pending',
        isOwn: true,
        isCounterOffer: false,
        delivery: null,
        deliveredAt: null,
        liveId: null,
        outcome: null,
        disputeAnswer: null,
        ...part,
      } as ContentRequestView,
      now,
    ),
  )
    .filter(([, can]) => can)
    .map(([name]) => name);
const delivered = (deliveredAt: string) => ({
  deliveredAt,
  delivery: { deliveredAt } as ContentRequestView['delivery'],
});

it('returns the actions of each side', () => {
  expect(on({})).toEqual(['withdraw']);
  expect(on({ isCounterOffer: true })).toEqual(['withdraw', 'acceptCounter']);
  expect(on({ isOwn: false })).toEqual(['respond', 'decline']);
  expect(on({ isOwn: false, isCounterOffer: true })).toEqual(['decline']);
  expect(on({ isOwn: false, status: 'accepted' })).toEqual(['deliver']);
  expect(on({ status: 'declined' })).toEqual([]);
});

it('lets the requester dispute a delivery for seven days', () => {
  const file = delivered('2026-11-15T10:00:00Z');
  expect(on({ status: 'completed', ...file })).toEqual(['view', 'dispute']);
  expect(on({ status: 'completed', ...file, isOwn: false })).toEqual(['view']);
  expect(on({ status: 'completed', ...delivered('2026-11-14T09:59:59Z') })).toEqual(['view']);
});

it('lets the creator answer a dispute once', () => {
  expect(on({ status: 'disputed', isOwn: false })).toEqual(['answer']);
  expect(on({ status: 'disputed', isOwn: false, disputeAnswer: 'It is the pier' })).toEqual([]);
  expect(on({ status: 'disputed' })).toEqual([]);
});

it('lets the creator begin an agreed show and the requester watch it, and both open it afterwards', () => {
  const liveId = '0199f3b4-0000-4000-8000-000000000009';
  expect(on({ status: 'accepted', liveId, isOwn: false })).toEqual(['begin']);
  expect(on({ status: 'accepted', liveId })).toEqual(['watch']);
  const ran = { status: 'completed', liveId, deliveredAt: '2026-11-20T10:00:00Z' } as const;
  expect(on(ran)).toEqual(['view', 'dispute']);
  expect(on({ ...ran, isOwn: false })).toEqual(['view']);
  const outcome = { decision: 'returned' } as ContentRequestView['outcome'];
  expect(on({ ...ran, status: 'resolved', outcome })).toEqual([]);
  expect(on({ status: 'lapsed', liveId })).toEqual([]);
});
