import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { giftIds } from '@vlam/contract/gifts';
import { notificationKinds, notificationTopics, topicOfKind } from '@vlam/contract/rules/notifications';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { flatten, type Notification } from './api.ts';
import { NotificationText, topicLabels } from './notification-text.tsx';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const aNotification = (more: Partial<Notification> = {}): Notification => ({
  id: crypto.randomUUID(),
  kind: 'flame',
  title: 'Only the server has words for this',
  body: '',
  link: '/notifications',
  createdAt: '2026-11-21T18:00:00Z',
  readAt: null,
  count: 1,
  actor: { id: crypto.randomUUID(), name: 'Lerato', avatarUrl: '' },
  subject: 'Blue hour',
  amount: { value: 5_000, currency: 'cents' },
  earned: null,
  giftId: giftIds[0],
  ...more,
});
const textOf = (more: Partial<Notification>): string =>
  renderToString(
    <I18nProvider i18n={i18n}>
      <NotificationText notification={aNotification(more)} />
    </I18nProvider>,
  ).replace(/<[^>]+>/g, '');

describe('notification text', () => {
  it.each(notificationKinds)('%s has a text of its own', (kind) => {
    const subject = kind === 'subscription_ending' || kind.startsWith('subscription_term') ? '2026-12-21' : 'Blue hour';
    expect(textOf({ kind, subject })).not.toContain('Only the server');
    expect(topicLabels[topicOfKind[kind]]).toBeDefined();
  });

  it('names the latest actor and counts the others', () => {
    expect(textOf({ kind: 'like' })).toBe('Lerato liked Blue hour');
    expect(textOf({ kind: 'like', count: 2 })).toBe('Lerato and 1 other liked Blue hour');
    expect(textOf({ kind: 'like', count: 12 })).toBe('Lerato and 11 others liked Blue hour');
    expect(textOf({ kind: 'message', count: 3 })).toBe('Lerato sent you 3 messages');
    expect(textOf({ kind: 'call_missed' })).toBe('You missed a call from Lerato');
    expect(textOf({ kind: 'call_missed', count: 3 })).toBe('You missed 3 calls from Lerato');
    expect(textOf({ kind: 'tip' })).toBe('Lerato tipped you R50');
    expect(textOf({ kind: 'gift' })).toBe('Lerato sent you a gift');
    const amount = { value: 60, currency: 'credits' } as const;
    expect(textOf({ kind: 'gift', amount, earned: { credits: 48, held: 0 } })).toBe(
      'Lerato sent you a gift: R20.16 in your earnings',
    );
    const earned = { credits: 48, held: 8 };
    expect(textOf({ kind: 'tip', amount, earned, subject: 'A song' })).toBe(
      'Lerato tipped you for A song: R16.80 in your earnings, R3.36 held, paid with free credits',
    );
    expect(textOf({ kind: 'tip', amount, earned, subject: null })).toBe(
      'Lerato tipped you: R16.80 in your earnings, R3.36 held, paid with free credits',
    );
  });

  it('omits an actor without a name, and shows the server title for an unknown kind', () => {
    expect(textOf({ kind: 'tip', actor: null })).toBe('Somebody tipped you R50');
    expect(textOf({ kind: 'eclipse' as Notification['kind'] })).toBe('Only the server has words for this');
  });

  it('labels every topic', () => {
    expect(Object.keys(topicLabels)).toEqual([...notificationTopics]);
  });
});

it('lists a notification once when it moves between two pages', () => {
  const [one, two, three] = [aNotification(), aNotification(), aNotification()];
  const page = (...items: Notification[]) => ({ items, nextCursor: null, unread: 0 });
  expect(flatten([page(one, two), page(two, three)])).toEqual([one, two, three]);
});
