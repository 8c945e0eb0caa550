import { Plural, Trans } from '@lingui/react/macro';
import type { RiskSignal } from '@vlam/contract/risk';
import type { ReactNode } from 'react';
import { formatNumber, formatRand } from '../../lib/numbers.ts';

/** What a rule saw, in plain words with the figures behind it. */
export function SignalText({ signal }: { signal: Pick<RiskSignal, 'rule' | 'figures'> }): ReactNode {
  const { accounts = 0, payers = 0, payments = 0, of = 0, days = 0, hours = 0, percent = 0 } = signal.figures;
  const credits = formatNumber(signal.figures.credits ?? 0);
  const rand = formatRand((signal.figures.cents ?? 0) / 100);
  switch (signal.rule) {
    case 'sign_ups_of_device':
      return (
        <Trans>
          <Plural value={accounts} one="# account was" other="# accounts were" /> made on one device within {days} days.
        </Trans>
      );
    case 'sign_ups_of_network':
      return (
        <Trans>
          <Plural value={accounts} one="# account was" other="# accounts were" /> made from one network within a day.
        </Trans>
      );
    case 'id_number_again':
      return (
        <Trans>
          <Plural value={accounts} one="# account has" other="# accounts have" /> proven the same ID number.
        </Trans>
      );
    case 'banned_device':
      return <Trans>Signed in on a device that is banned.</Trans>;
    case 'banned_id_number':
      return <Trans>Named an ID number that is banned.</Trans>;
    case 'payout_account_shared':
      return (
        <Trans>
          <Plural value={accounts} one="# creator names" other="# creators name" /> the same bank account.
        </Trans>
      );
    case 'banned_payout_account':
      return <Trans>Named a bank account that is banned.</Trans>;
    case 'payout_new_device':
      return (
        <Trans>
          Asked for {rand} <Plural value={hours} one="# hour" other="# hours" /> after a new device signed in.
        </Trans>
      );
    case 'payout_new_account':
      return (
        <Trans>
          Asked for {rand} <Plural value={days} one="# day" other="# days" /> after the bank account was named.
        </Trans>
      );
    case 'payout_in_and_out':
      return (
        <Trans>
          Asked for {percent} % of all income <Plural value={days} one="# day" other="# days" /> after the first sale.
        </Trans>
      );
    case 'few_young_payers':
      return (
        <Trans>
          <Plural value={payers} one="# new account" other="# new accounts" /> brought {percent} % of {rand}.
        </Trans>
      );
    case 'own_device_pays':
      return (
        <Trans>
          <Plural value={payers} one="# account" other="# accounts" /> of the member's own device paid {rand}.
        </Trans>
      );
    case 'payers_of_one_device':
      return (
        <Trans>
          <Plural value={payers} one="# account" other="# accounts" /> of one device paid {rand}.
        </Trans>
      );
    case 'payers_of_one_network':
      return (
        <Trans>
          <Plural value={payers} one="# new account" other="# new accounts" /> of one network paid {rand}, and nobody
          else.
        </Trans>
      );
    case 'young_payers':
      return (
        <Trans>
          <Plural value={payers} one="# new account" other="# new accounts" /> that paid nobody else brought {percent} %
          of {rand}.
        </Trans>
      );
    case 'bonus_farm':
      return (
        <Trans>
          <Plural value={payers} one="# account" other="# accounts" /> of one device paid {credits} free credits.
        </Trans>
      );
    case 'charged_back':
      return (
        <Trans>
          {payments} of <Plural value={of} one="# card payment" other="# card payments" /> were charged back within{' '}
          {days} days, {percent} %.
        </Trans>
      );
  }
}
