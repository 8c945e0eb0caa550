import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { type Answer, api, keyOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format.ts';
import { toastError } from '../../../lib/toast.ts';
import { useDays, useSummary } from '../words.ts';

type Broadcast = Answer<'listBroadcasts'>['items'][number];

const shown = '5';

/** The latest messages to many: how far they are, who has read and opened them, and what they earned. */
export function Broadcasts() {
  const { data } = useQuery({ ...queryOf('listBroadcasts', { query: { limit: shown } }), staleTime: 0 });
  if (!data || data.items.length === 0) return null;
  return (
    <section className="border-line border-t pt-4">
      <h3 className="d4">
        <Trans>Sent before</Trans>
      </h3>
      <ul className="mt-1">
        {data.items.map((broadcast) => (
          <Sent key={broadcast.id} broadcast={broadcast} />
        ))}
      </ul>
    </section>
  );
}

function Sent({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { dayName } = useDays();
  const { quoteOf } = useSummary();
  const { id, state, recipients, sent, read, unlocked, price, earned, createdAt } = broadcast;
  const stop = useMutation({
    mutationFn: () => api.cancelBroadcast({ params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf('listBroadcasts') }),
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`),
  });
  return (
    <li className="border-line border-t py-3 text-sm first:border-t-0">
      <p className="flex justify-between gap-3">
        <span className="line-clamp-1 font-semibold [overflow-wrap:anywhere]">{quoteOf(broadcast)}</span>
        <time dateTime={createdAt} className="shrink-0 text-faint text-meta">
          {dayName(createdAt)} {formatTime(createdAt)}
        </time>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted tabular-nums">
        <span>
          {state === 'sending' ? t`${sent} of ${recipients} sent` : <Plural value={sent} one="# sent" other="# sent" />}
        </span>
        <span>
          <Trans>{read} read</Trans>
        </span>
        {price > 0 ? (
          <>
            <span>
              <Trans>{unlocked} opened</Trans>
            </span>
            <span className="inline-flex items-center gap-1 text-gold">
              <CreditToken />
              {earned}
            </span>
          </>
        ) : null}
        {state === 'cancelled' ? (
          <span>
            <Trans>stopped</Trans>
          </span>
        ) : null}
        {state === 'sending' ? (
          <Button size="sm" variant="ghost" busy={stop.isPending} onClick={() => stop.mutate()}>
            <Trans>Stop</Trans>
          </Button>
        ) : null}
      </p>
    </li>
  );
}
