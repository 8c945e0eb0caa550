import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { SafetyMenu } from '../../../../components/ui/safety-menu.tsx';
import { formatRand } from '../../../../lib/format.ts';
import { Link } from '../../../../lib/router.tsx';
import { toast } from '../../../../lib/toast.ts';
import { useFailure } from '../../../../lib/use-failure.ts';
import { type FanFacts, ownListsQuery, useRestrict } from '../api.ts';
import { shortDay } from '../labels.ts';
import { FanNote } from './fan-note.tsx';
import { ListsSheet } from './lists-sheet.tsx';

interface FanCardProps {
  fan: FanFacts;
  /** Beside their thread or in a call, which have the menu: neither Message, which would leave, nor Block and Report. */
  isBeside: boolean;
  /** Called after a block: the card must close. */
  onBlocked?(): void;
}

/** What a creator knows of one person, and does with them. */
export function FanCard({ fan, isBeside, onBlocked }: FanCardProps) {
  const { t } = useLingui();
  const [listing, setListing] = useState(false);
  const { id, displayName, subscription, earnedCents, tips, lastBought, listIds } = fan;
  const names = useQuery(ownListsQuery)
    .data?.filter((list) => listIds.includes(list.id))
    .map(({ name }) => name);
  return (
    <>
      <div className="mt-4 flex items-start justify-between gap-4">
        <p className="min-w-0">
          <span className="num block text-[2rem] text-gold">{formatRand(earnedCents / 100)}</span>
          <span className="text-meta text-muted">
            <Trans>your share of what they spent</Trans>
          </span>
        </p>
        {subscription ? <Until subscription={subscription} /> : null}
      </div>
      <dl className="mt-4">
        <Line label={<Trans>Last bought</Trans>}>
          {lastBought ? (
            <>
              {lastBought.description}, {shortDay(lastBought.at)}
            </>
          ) : (
            <span className="font-normal text-muted">
              <Trans>Nothing yet</Trans>
            </span>
          )}
        </Line>
        {tips.count > 0 ? (
          <Line label={<Trans>Tips</Trans>}>
            {formatRand(tips.earnedCents / 100)} <Plural value={tips.count} one="in # tip" other="in # tips" />
          </Line>
        ) : null}
        <Line label={<Trans>Lists</Trans>}>
          <button
            type="button"
            aria-label={t`Change the lists of ${displayName}`}
            onClick={() => setListing(true)}
            className="-my-3 inline-flex min-h-11 items-center gap-1 text-right hover:text-ember-text"
          >
            {names && names.length > 0 ? names.join(', ') : <Trans>Add to a list</Trans>}
            <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
          </button>
        </Line>
      </dl>
      <FanNote key={id} id={id} note={fan.note} />
      <div className="mt-4 flex items-center gap-2">
        {isBeside ? null : (
          <Link to="/chat/:id" params={{ id }} className={buttonStyle({ variant: 'primary', className: 'flex-1' })}>
            <MessageCircle size={18} />
            <Trans>Message</Trans>
          </Link>
        )}
        <Restrict fan={fan} isWide={isBeside} />
        {isBeside ? null : <SafetyMenu person={fan} variant="filled" {...(onBlocked ? { onBlocked } : {})} />}
      </div>
      {fan.isRestricted ? (
        <p className="mt-3 text-meta text-muted">
          <Trans>Restricted: their messages come without a sound, and you take no comments from them.</Trans>
        </p>
      ) : null}
      {listing ? <ListsSheet fan={fan} onClose={() => setListing(false)} /> : null}
    </>
  );
}

function Until({ subscription }: { subscription: NonNullable<FanFacts['subscription']> }) {
  const { paidUntil, renews, isOver, amountCents } = subscription;
  const price = formatRand(amountCents / 100);
  return (
    <p className="shrink-0 pt-1 text-right">
      <span className={`d4 block ${renews || isOver ? '' : 'text-warning'}`}>{shortDay(paidUntil)}</span>
      <span className="text-meta text-muted">
        {isOver ? <Trans>ended</Trans> : renews ? <Trans>renews, {price}</Trans> : <Trans>ends, not renewed</Trans>}
      </span>
    </p>
  );
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-baseline justify-between gap-4 border-line border-t py-3 text-sm">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="wrap-anywhere text-right font-semibold">{children}</dd>
    </div>
  );
}

function Restrict({ fan, isWide }: { fan: FanFacts; isWide: boolean }) {
  const { t } = useLingui();
  const fail = useFailure();
  const restrict = useRestrict(fan.id);
  const { displayName, isRestricted } = fan;
  const set = (next: boolean) =>
    restrict.mutate(next, {
      onSuccess: () =>
        toast({
          title: next ? t`Restricted` : t`No longer restricted`,
          text: next
            ? t`${displayName} reads on and keeps what they paid for. Their messages come without a sound, and their comments are refused.`
            : t`${displayName} notifies you again and may comment.`,
        }),
      onError: fail,
    });
  return (
    <Button
      className={isWide ? 'flex-1' : ''}
      busy={restrict.isPending}
      aria-pressed={isRestricted}
      onClick={() => set(!isRestricted)}
    >
      {isRestricted ? <Trans>Lift restriction</Trans> : <Trans>Restrict</Trans>}
    </Button>
  );
}
