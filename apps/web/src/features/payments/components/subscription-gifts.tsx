import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { type SubscriptionGift, useAnswerGift } from '../gifts-api.ts';

const giftsQuery = { ...queryOf('listSubscriptionGifts'), staleTime: 0 };
const isWaiting = ({ state }: SubscriptionGift) => state === 'offered';

/** Subscriptions that wait for the member's answer; nothing without one. */
export function OfferedSubscriptions() {
  const { data } = useQuery(giftsQuery);
  const offered = data?.received.filter(isWaiting) ?? [];
  if (offered.length === 0) return null;
  return (
    <Section title={<Trans>For you</Trans>}>
      <ul>
        {offered.map((gift) => (
          <Offered key={gift.id} gift={gift} />
        ))}
      </ul>
    </Section>
  );
}

function Offered({ gift }: { gift: SubscriptionGift }) {
  const { id, creator, person, months } = gift;
  const language = useStore(languageStore);
  const answer = useAnswerGift();
  const until = formatDate(gift.answerBy, language);
  const giver = person?.displayName ?? '';
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex items-center gap-4">
        <Avatar src={creator.avatar} size={56} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold">
            <Link to="/profile/:id" params={{ id: creator.id }}>
              {creator.displayName}
            </Link>
            {gift.tierName ? `, ${gift.tierName}` : null}, <Plural value={months} one="# month" other="# months" />
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {person ? (
              <Trans>
                From{' '}
                <Link to="/profile/:id" params={{ id: person.id }}>
                  {giver}
                </Link>
                . Answer by {until}
              </Trans>
            ) : null}
          </p>
        </div>
      </div>
      <p className="mt-2 text-muted text-sm">
        <Trans>
          {creator.displayName} sees you as a subscriber once you accept. It costs you nothing and does not renew.
        </Trans>
      </p>
      <div className="mt-3 flex gap-2">
        <Button
          variant="bone"
          size="sm"
          busy={answer.isPending && answer.variables.answer === 'accept'}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ id, answer: 'accept' })}
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          size="sm"
          busy={answer.isPending && answer.variables.answer === 'refuse'}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ id, answer: 'refuse' })}
        >
          <Trans>Refuse</Trans>
        </Button>
      </div>
    </li>
  );
}

/** Subscriptions the member gave and accepted; nothing without one. */
export function SubscriptionGiftHistory() {
  const { data } = useQuery(giftsQuery);
  const given = data?.given ?? [];
  const accepted = data?.received.filter((gift) => !isWaiting(gift)) ?? [];
  if (given.length + accepted.length === 0) return null;
  return (
    <Section title={<Trans>Given subscriptions</Trans>}>
      <ul className="lg:columns-2 lg:gap-12">
        {given.map((gift) => (
          <Row key={gift.id} gift={gift} isGiven />
        ))}
        {accepted.map((gift) => (
          <Row key={gift.id} gift={gift} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ gift, isGiven = false }: { gift: SubscriptionGift; isGiven?: boolean }) {
  const { t } = useLingui();
  const { creator, person } = gift;
  const name = person?.displayName ?? t`Somebody`;
  const take = useAnswerGift();
  return (
    <li className="flex min-h-16 break-inside-avoid items-center gap-3.5 border-line border-b py-2.5">
      <Avatar src={creator.avatar} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">
          {isGiven ? (
            <Trans>
              {creator.displayName} for {name}
            </Trans>
          ) : (
            <Trans>
              {creator.displayName} from {name}
            </Trans>
          )}
        </span>
        <span className="block wrap-anywhere text-meta text-muted">
          <GiftState gift={gift} />
        </span>
      </span>
      {isGiven && isWaiting(gift) ? (
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate({ id: gift.id, answer: 'withdraw' })}>
          <Trans>Take back</Trans>
        </Button>
      ) : gift.amountCents === null ? null : (
        <span className="num shrink-0 text-[1.0625rem]">{formatRand(gift.amountCents / 100)}</span>
      )}
    </li>
  );
}

function GiftState({ gift: { state, answerBy, until } }: { gift: SubscriptionGift }) {
  const language = useStore(languageStore);
  const [last, end] = [formatDate(answerBy, language), until ? formatDate(until, language) : ''];
  if (state === 'offered') return <Trans>Waits for an answer until {last}</Trans>;
  if (state === 'accepted') return <Trans>Accepted, lasts until {end}</Trans>;
  return state === 'withdrawn' ? <Trans>You took it back</Trans> : <Trans>Not taken, the money went back</Trans>;
}
