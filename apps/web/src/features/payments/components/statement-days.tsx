import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { StatementGroup } from '@vlam/contract/rules/statement';
import { clsx } from 'clsx';
import Coins from 'lucide-react/icons/coins';
import Gem from 'lucide-react/icons/gem';
import Image from 'lucide-react/icons/image';
import Inbox from 'lucide-react/icons/inbox';
import ReceiptIcon from 'lucide-react/icons/receipt';
import Sun from 'lucide-react/icons/sun';
import Undo from 'lucide-react/icons/undo-2';
import Video from 'lucide-react/icons/video';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { formatDate, formatNumber, formatRand, formatTime, formatWeekday } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { receiptUrl } from '../receipt.ts';
import type { StatementEntry } from '../statement-api.ts';

const icons: Record<StatementGroup, typeof Coins> = {
  subscriptions: Gem,
  tips: Coins,
  content: Image,
  calls: Video,
  requests: Inbox,
  packs: Coins,
  free: Sun,
  returns: Undo,
  other: ReceiptIcon,
};

function groupByDay(entries: readonly StatementEntry[]): Map<string, StatementEntry[]> {
  const days = new Map<string, StatementEntry[]>();
  for (const entry of entries) {
    const day = formatDate(entry.timestamp);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

/** On a wide screen rand and credits are columns of their own, and a receipt has the last one. */
const columns = 'grid-cols-[40px_minmax(0,1fr)_auto] gap-x-3 lg:grid-cols-[40px_minmax(0,1fr)_repeat(3,7rem)_44px]';

/** Entries under their days, newest first. */
export function StatementDays({ entries }: { entries: readonly StatementEntry[] }) {
  const language = useStore(languageStore);
  return (
    <>
      <p aria-hidden className={clsx(columns, 'hidden pb-3 text-faint text-meta lg:grid')}>
        <span className="col-span-2">
          <Trans>What and with whom</Trans>
        </span>
        <span className="text-end">
          <Trans>Rand</Trans>
        </span>
        <span className="text-end">
          <Trans>Credits</Trans>
        </span>
        <span className="text-end">
          <Trans>Credits after</Trans>
        </span>
      </p>
      {[...groupByDay(entries)].map(([day, own]) => {
        const [first] = own;
        return (
          <section key={day} className="mt-7 first-of-type:mt-0">
            <h2 className="font-sans font-normal text-muted text-sm">
              {first ? `${formatWeekday(first.timestamp, language)} ${formatDate(first.timestamp, language)}` : day}
            </h2>
            <ul className="mt-1">
              {own.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function Row({ entry }: { entry: StatementEntry }) {
  const { t } = useLingui();
  const { group, description, person, amountCents, credits, orderId, receiptNumber, callId, count, timestamp } = entry;
  const { card, creditsAfter } = entry;
  const after = creditsAfter === null ? null : formatNumber(creditsAfter);
  const Icon = icons[group];
  const receipt =
    'press inline-flex min-h-11 items-center gap-1.5 rounded-pill text-meta text-muted hover:bg-surface-2 hover:text-ink max-lg:col-start-2 max-lg:row-start-2 max-lg:justify-self-start lg:size-11 lg:justify-center';
  return (
    <li className={clsx(columns, 'grid min-h-16 items-center border-line border-t py-2 first:border-t-0')}>
      {person ? (
        <Link to="/profile/:id" params={{ id: person.id }} aria-label={person.displayName} className="rounded-pill">
          <Avatar src={person.avatar} size={44} className="-ml-0.5 size-10!" />
        </Link>
      ) : (
        <Icon size={20} strokeWidth={1.75} aria-hidden className="justify-self-center text-muted" />
      )}
      <span className="min-w-0">
        <span className="block wrap-anywhere font-semibold text-sm">{description}</span>
        <span className="mt-0.5 block text-faint text-meta">
          <time dateTime={timestamp}>{formatTime(timestamp)}</time>
          {person ? ` · ${person.displayName}` : null}
          {card ? ` · ${card.brand} ${card.lastFour}` : null}
          {group === 'calls' && count > 1 ? (
            <>
              {' · '}
              <Plural value={count} one="# minute" other="# minutes" />
            </>
          ) : null}
        </span>
      </span>
      <span className="grid justify-items-end gap-0.5 lg:contents">
        {amountCents === null ? (
          <span className="max-lg:hidden" />
        ) : (
          <span className="num text-[1.0625rem] lg:justify-self-end">
            {amountCents > 0 ? '+' : ''}
            {formatRand(amountCents / 100)}
          </span>
        )}
        {credits === null ? (
          <span className="max-lg:hidden" />
        ) : (
          <span className="num inline-flex items-center gap-1 text-[1.0625rem] text-gold lg:justify-self-end">
            <CreditToken />
            {credits > 0 ? '+' : ''}
            {formatNumber(credits)}
            <span className="sr-only">
              {' '}
              <Plural value={Math.abs(credits)} one="credit" other="credits" />
            </span>
          </span>
        )}
      </span>
      <span className="hidden text-end text-meta text-muted lg:block">
        {after}
        {after === null ? null : (
          <span className="sr-only">
            {' '}
            <Trans>credits after</Trans>
          </span>
        )}
      </span>
      {orderId && receiptNumber ? (
        <a
          href={receiptUrl(orderId)}
          target="_blank"
          rel="noopener"
          aria-label={t`Receipt of ${description}, PDF`}
          title={receiptNumber}
          className={receipt}
        >
          <Receipt />
        </a>
      ) : callId ? (
        <Link
          to="/video-chat"
          search={{ receipt: callId }}
          aria-label={t`Receipt of ${description}`}
          className={receipt}
        >
          <Receipt />
        </Link>
      ) : (
        <span className="max-lg:hidden" />
      )}
    </li>
  );
}

/** On a phone a line of its own below the entry, so that all amounts end at the right edge. */
const Receipt = () => (
  <>
    <ReceiptIcon size={20} strokeWidth={1.75} aria-hidden />
    <span className="lg:hidden">
      <Trans>Receipt</Trans>
    </span>
  </>
);
