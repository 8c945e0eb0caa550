import { Plural, Trans } from '@lingui/react/macro';
import { strikesForReview } from '@vlam/contract/rules/community';
import type { ReactNode } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { StrikesNote } from '../../../components/ui/strikes-note.tsx';
import { formatNumber, formatRand } from '../../../lib/numbers.ts';
import { Link } from '../../../lib/router.tsx';
import type { Member } from './api.ts';
import { IdentityNote } from './identity-note.tsx';
import { RoleTag, StatusMark } from './marks.tsx';
import { nameOf } from './names.ts';
import { type Ask, FirstAction, MoreActions } from './user-actions.tsx';
import { useWhen } from './when.ts';

/** Who a member is, what staff may do about them, and their figures. */
export function MemberHead({ member, ask }: { member: Member; ask: Ask }) {
  const when = useWhen();
  const { money, sessions } = member;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <div className="flex min-w-0 flex-[1_1_18rem] items-center gap-4 lg:gap-7">
          <Portrait
            src={member.portraitUrl}
            width={112}
            height={149}
            eager
            className="h-28 w-21 shrink-0 rounded-card lg:h-37 lg:w-28"
          />
          <div className="min-w-0">
            <h1 tabIndex={-1} className="d2 wrap-anywhere">
              {nameOf(member)}
            </h1>
            <p className="mt-1 wrap-anywhere text-muted text-sm">{member.email}</p>
            <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <RoleTag role={member.role} />
              <StatusMark status={member.status} />
              <span className="text-faint text-meta">
                <IdentityNote identity={member.identity} />
              </span>
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {member.isManageable ? <FirstAction user={member} ask={ask} /> : null}
          {member.profileId ? (
            <>
              <Link
                to="/chat/:id"
                params={{ id: member.profileId }}
                className={buttonStyle({ size: 'sm', variant: 'quiet' })}
              >
                <Trans>Message</Trans>
              </Link>
              <Link
                to="/profile/:id"
                params={{ id: member.profileId }}
                target="_blank"
                className={buttonStyle({ size: 'sm', variant: 'quiet' })}
              >
                <Trans>Profile</Trans>
              </Link>
            </>
          ) : null}
          {member.isManageable ? <MoreActions user={member} ask={ask} /> : null}
        </div>
      </div>
      {member.suspendedAt ? (
        <div className="mt-5 rounded-md bg-danger-soft px-4 py-3 text-sm">
          <p className="font-semibold text-danger">
            <Trans>Suspended, {when(member.suspendedAt, { relative: false })}</Trans>
          </p>
          <p className="mt-0.5 wrap-anywhere">{member.suspendedReason}</p>
        </div>
      ) : null}
      <StrikesNote strikes={member.strikes} className="mt-5" />
      <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-4">
        <Figure value={formatNumber(member.reports)} label={<Trans>reports</Trans>} />
        <Figure
          value={
            <span className={member.strikes >= strikesForReview ? 'text-danger' : undefined}>
              {formatNumber(member.strikes)}
            </span>
          }
          label={<Plural value={member.strikes} one="strike" other="strikes" />}
        />
        {money ? (
          <>
            <Figure value={formatRand(money.spentCents / 100)} label={<Trans>spent</Trans>} />
            {money.earnedCents > 0 || member.role === 'creator' ? (
              <Figure value={formatRand(money.earnedCents / 100)} label={<Trans>earned</Trans>} />
            ) : null}
            <Figure
              value={<span className="text-gold">{formatNumber(money.balance)}</span>}
              label={<Trans>credits</Trans>}
            />
          </>
        ) : null}
        {member.age === null ? null : <Figure value={member.age} label={<Trans>age</Trans>} />}
        {sessions === null ? null : <Figure value={formatNumber(sessions)} label={<Trans>open sessions</Trans>} />}
        <Figure value={member.lastSeenAt ? when(member.lastSeenAt) : '–'} label={<Trans>last seen</Trans>} />
      </dl>
    </>
  );
}

function Figure({ value, label }: { value: ReactNode; label: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="mt-1 text-faint text-meta">{label}</dt>
      <dd className="num text-[1.375rem]">{value}</dd>
    </div>
  );
}
