import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DeletionObstacle } from '@vlam/contract/rules/records';
import type { Answer } from '../../../lib/api.ts';
import type { PathName } from '../../../lib/paths.ts';

export type Deletion = Answer<'ownData'>['deletion'];

interface ObstacleText {
  title: MessageDescriptor;
  /** What to do about it. */
  text: MessageDescriptor;
  link?: { to: Extract<PathName, 'requests' | 'dashboard' | 'credits' | 'live'>; label: MessageDescriptor };
}

/** Fans who have paid are named in `paid-fans.tsx`. */
export const obstacleTexts: Record<Exclude<DeletionObstacle, 'subscribers'>, ObstacleText> = {
  staff: {
    title: msg`You work here`,
    text: msg`An account of staff stays until another admin has taken its role.`,
  },
  escrow: {
    title: msg`Credits are held for a request`,
    text: msg`Withdraw or decline it, or wait until it is delivered. A dispute has to be decided first.`,
    link: { to: 'requests', label: msg`Open requests` },
  },
  payout: {
    title: msg`A payout is under way`,
    text: msg`It has to arrive first, so that nobody has to look for you with your money.`,
    link: { to: 'dashboard', label: msg`Open payouts` },
  },
  payment: {
    title: msg`A payment or a refund is under way`,
    text: msg`It ends by itself, mostly within minutes, a refund within days.`,
    link: { to: 'credits', label: msg`Open credits` },
  },
  debt: {
    title: msg`A payment was taken back`,
    text: msg`Settle what is owed, or write to us.`,
    link: { to: 'credits', label: msg`Open credits` },
  },
  show: {
    title: msg`A live show is running or planned`,
    text: msg`End it or call it off: those who bought a ticket get their credits back.`,
    link: { to: 'live', label: msg`Open live shows` },
  },
};
