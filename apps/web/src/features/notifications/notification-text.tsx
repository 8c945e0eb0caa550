import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { NotificationTopic } from '@vlam/contract/rules/notifications';
import type { ReactNode } from 'react';
import { useEarnedLabel } from '../../components/ui/earned-label.ts';
import { formatDate, formatNumber, formatRand } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';
import type { Notification } from './api.ts';

interface TopicLabel {
  name: MessageDescriptor;
  about: MessageDescriptor;
}

/** Name and description of each row of the preferences. */
export const topicLabels: Record<NotificationTopic, TopicLabel> = {
  messages: { name: msg`Private messages`, about: msg`Someone writes to you` },
  likes: { name: msg`Likes and comments`, about: msg`What people say of your posts` },
  subscriptions: { name: msg`Subscription updates`, about: msg`New posts, new subscribers, renewals` },
  tips: { name: msg`Tips and gifts`, about: msg`What you receive` },
  live: { name: msg`Live content`, about: msg`A creator you follow goes live` },
  matches: { name: msg`Flames and matches`, about: msg`Someone notices you` },
  requests: { name: msg`Custom requests`, about: msg`Each step of a request` },
  payouts: { name: msg`Payouts`, about: msg`Money on its way to your bank` },
  calls: { name: msg`Missed calls`, about: msg`You were called and did not answer` },
  safety: { name: msg`Safety`, about: msg`Plans you shared, check-ins, and what you reported` },
  account: { name: msg`Account`, about: msg`Your password and your details` },
};

/** Translated text of a notification; the server's English title for a kind this version does not know. */
export function NotificationText({ notification }: { notification: Notification }): ReactNode {
  const { t, i18n } = useLingui();
  const earnedLabel = useEarnedLabel();
  const { kind, count, earned } = notification;
  const who = <b className="font-semibold">{notification.actor?.name ?? t`Somebody`}</b>;
  const subject = notification.subject ? (
    <span className="font-medium">{notification.subject}</span>
  ) : (
    <Trans>your post</Trans>
  );
  const request = notification.subject ? (
    <span className="font-medium">{notification.subject}</span>
  ) : (
    <Trans>a request</Trans>
  );
  const others = count - 1;
  const sum = notification.amount;
  const amount = !sum
    ? ''
    : sum.currency === 'cents'
      ? formatRand(sum.value / 100)
      : t`${plural(sum.value, { one: '# credit', other: '# credits' })}`;
  switch (kind) {
    case 'message':
      return count > 1 ? (
        <Trans>
          {who} sent you {formatNumber(count)} messages
        </Trans>
      ) : (
        <Trans>{who} sent you a message</Trans>
      );
    case 'like':
      if (others === 0)
        return (
          <Trans>
            {who} liked {subject}
          </Trans>
        );
      return others === 1 ? (
        <Trans>
          {who} and 1 other liked {subject}
        </Trans>
      ) : (
        <Trans>
          {who} and {formatNumber(others)} others liked {subject}
        </Trans>
      );
    case 'comment':
      return others === 0 ? (
        <Trans>
          {who} commented on {subject}
        </Trans>
      ) : (
        <Trans>
          {formatNumber(count)} new comments on {subject}
        </Trans>
      );
    case 'subscriber':
      return <Trans>{who} subscribed to you</Trans>;
    case 'post':
      return <Trans>{who} posted something new</Trans>;
    case 'subscription_failed':
      return <Trans>One of your renewals could not be paid</Trans>;
    case 'subscription_price':
      return (
        <Trans>
          {who} asks you to move to {amount} a month
        </Trans>
      );
    case 'subscription_ending': {
      if (!notification.subject) return <Trans>{who} has stopped selling subscriptions. Yours has ended</Trans>;
      const until = formatDate(notification.subject, i18n.locale as Language);
      return (
        <Trans>
          {who} has stopped selling subscriptions. Yours lasts until {until}
        </Trans>
      );
    }
    case 'subscription_term_renews':
    case 'subscription_term_over': {
      const until = formatDate(notification.subject ?? '', i18n.locale as Language);
      return kind === 'subscription_term_over' ? (
        <Trans>
          Your subscription to {who} ends on {until}
        </Trans>
      ) : (
        <Trans>
          Your subscription to {who} renews on {until} for {amount}. You can end that before
        </Trans>
      );
    }
    case 'subscription_offered':
      return (
        <Trans>
          {who} gives you a subscription to {subject}. Accept or refuse it
        </Trans>
      );
    case 'subscription_accepted':
      return <Trans>{who} accepted the subscription you gave</Trans>;
    case 'subscription_returned':
      return (
        <Trans>
          The subscription to {subject} that you gave was not taken. {amount} is on its way back to you
        </Trans>
      );
    case 'subscription_given':
      return <Trans>{who} gave somebody a subscription to you</Trans>;
    case 'tip':
      if (earned && notification.subject)
        return (
          <Trans>
            {who} tipped you for {subject}: {earnedLabel.full(earned)}
          </Trans>
        );
      return earned ? (
        <Trans>
          {who} tipped you: {earnedLabel.full(earned)}
        </Trans>
      ) : (
        <Trans>
          {who} tipped you {amount}
        </Trans>
      );
    case 'gift':
      return earned ? (
        <Trans>
          {who} sent you a gift: {earnedLabel.full(earned)}
        </Trans>
      ) : (
        <Trans>{who} sent you a gift</Trans>
      );
    case 'live':
      return <Trans>{who} is live now</Trans>;
    case 'flame':
      return <Trans>{who} sent you a flame</Trans>;
    case 'match':
      return <Trans>You and {who} have flamed each other</Trans>;
    case 'request_received':
      return (
        <Trans>
          {who} asks you for {request}
        </Trans>
      );
    case 'request_accepted':
      return (
        <Trans>
          {who} accepted {request}
        </Trans>
      );
    case 'request_countered':
      return (
        <Trans>
          {who} named another price for {request}
        </Trans>
      );
    case 'request_declined':
      return (
        <Trans>
          {who} declined {request}
        </Trans>
      );
    case 'request_withdrawn':
      return (
        <Trans>
          {who} withdrew {request}
        </Trans>
      );
    case 'request_delivered':
      return (
        <Trans>
          {who} delivered {request}
        </Trans>
      );
    case 'request_lapsed':
      return <Trans>The time for {request} is over</Trans>;
    case 'request_disputed':
      return (
        <Trans>
          {who} says that something is wrong with {request}
        </Trans>
      );
    case 'request_decided':
      return <Trans>The dispute about {request} was decided</Trans>;
    case 'payout_sent':
      return <Trans>Your payout of {amount} is on its way</Trans>;
    case 'payout_returned':
      return <Trans>Your payout of {amount} did not go through</Trans>;
    case 'payout_planned':
      return <Trans>Tomorrow about {amount} is paid out, as each week</Trans>;
    case 'payout_weekly':
      return <Trans>Your weekly payout of {amount} is being checked</Trans>;
    case 'payout_skipped':
      return <Trans>Your weekly payout was left out this time</Trans>;
    case 'call_missed':
      return count > 1 ? (
        <Trans>
          You missed {formatNumber(count)} calls from {who}
        </Trans>
      ) : (
        <Trans>You missed a call from {who}</Trans>
      );
    case 'album_shared':
      return (
        <Trans>
          {who} shared {subject} with you
        </Trans>
      );
    case 'consent_asked':
      return <Trans>{who} asks for your consent to a post with you</Trans>;
    case 'consent_answered':
      return (
        <Trans>
          {who} answered your request about {subject}
        </Trans>
      );
    case 'consent_revoked':
      return (
        <Trans>
          {who} took their consent back: {subject} is not shown any more
        </Trans>
      );
    case 'content_approved':
      return <Trans>A moderator approved {subject}: it is published</Trans>;
    case 'content_refused':
      return <Trans>A moderator did not publish {subject}. Read why</Trans>;
    case 'content_removed':
      return <Trans>A moderator removed {subject}</Trans>;
    case 'content_refunded':
      return <Trans>{subject} was taken down. Your credits are back</Trans>;
    case 'content_file_removed':
      return <Trans>A moderator removed a file of {subject}</Trans>;
    case 'takedown_hidden':
      return <Trans>{subject} is hidden while a complaint is looked at. Read why</Trans>;
    case 'takedown_removed':
      return <Trans>{subject} was taken down after a complaint. Read why</Trans>;
    case 'takedown_restored':
      return <Trans>{subject} is shown again: a complaint was not upheld</Trans>;
    case 'takedown_waiting':
      return count > 1 ? (
        <Trans>The takedown desk has {formatNumber(count)} cases</Trans>
      ) : (
        <Trans>The takedown desk has a case</Trans>
      );
    case 'decision':
      return subject ? (
        <Trans>A moderator decided about {subject}. Read why</Trans>
      ) : (
        <Trans>A moderator decided about your account. Read why</Trans>
      );
    case 'appeal_answered':
      return subject ? (
        <Trans>Your appeal about {subject} was answered</Trans>
      ) : (
        <Trans>Your appeal about your account was answered</Trans>
      );
    case 'breach':
      return <Trans>Somebody may have got at personal information of yours. Read what you can do</Trans>;
    case 'information_answered':
      return <Trans>Something was written about your request {subject}</Trans>;
    case 'information_waiting':
      return count > 1 ? (
        <Trans>{formatNumber(count)} requests about personal information wait for staff</Trans>
      ) : (
        <Trans>A request about personal information waits for staff</Trans>
      );
    case 'appeal_waiting':
      return count > 1 ? (
        <Trans>{formatNumber(count)} new appeals wait for staff</Trans>
      ) : (
        <Trans>An appeal waits for staff</Trans>
      );
    case 'registration_approved':
      return <Trans>Your film-board registration was approved</Trans>;
    case 'registration_exempt':
      return <Trans>Your X18 exemption holds: you can publish X18 now</Trans>;
    case 'registration_ending':
      return <Trans>Your film-board registration ends soon. Renew it in time</Trans>;
    case 'agreement_ending':
      return <Trans>Please sign your creator agreement again to keep your identity level</Trans>;
    case 'document_accepted':
      return <Trans>Your identity document was accepted</Trans>;
    case 'document_refused':
      return <Trans>Your identity document was not accepted. Read why and send another one</Trans>;
    case 'document_ending':
      return <Trans>Please send your identity document again to keep your identity level</Trans>;
    case 'document_lapsed':
      return <Trans>Your identity level has fallen: the last look at your document was too long ago</Trans>;
    case 'registration_lapsed':
      return <Trans>Your film-board registration has ended. What was rated X18 is a draft again</Trans>;
    case 'registration_waiting':
      return count > 1 ? (
        <Trans>{formatNumber(count)} film-board registrations wait for staff</Trans>
      ) : (
        <Trans>A film-board registration waits for staff</Trans>
      );
    case 'report_resolved':
      return count > 1 ? (
        <Trans>We looked at {formatNumber(count)} things you reported, and acted on them</Trans>
      ) : (
        <Trans>We looked at what you reported, and acted on it</Trans>
      );
    case 'report_dismissed':
      return count > 1 ? (
        <Trans>We looked at {formatNumber(count)} things you reported. Nothing was changed</Trans>
      ) : (
        <Trans>We looked at what you reported. Nothing was changed</Trans>
      );
    case 'report_waiting':
      return count > 1 ? (
        <Trans>{formatNumber(count)} new reports wait for staff</Trans>
      ) : (
        <Trans>A report waits for staff</Trans>
      );
    case 'dispute_waiting':
      return count > 1 ? (
        <Trans>{formatNumber(count)} new disputes wait for staff</Trans>
      ) : (
        <Trans>A dispute waits for staff</Trans>
      );
    case 'check_in':
      return <Trans>Are you back? Please check in</Trans>;
    case 'password_changed':
      return <Trans>Your password was changed</Trans>;
    case 'email_changed':
      return <Trans>The address of your account was changed</Trans>;
    case 'second_factor_added':
      return <Trans>A second step of signing in was added</Trans>;
    case 'second_factor_removed':
      return <Trans>A second step of signing in was removed</Trans>;
    case 'payout_account':
      return <Trans>Your payout details were updated</Trans>;
    default:
      return notification.title;
  }
}
