import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ConsentKind } from '@vlam/contract/rules/records';
import { type ReactNode, useState } from 'react';
import { SaveButton } from '../../../components/save-button.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Code } from '../../../components/ui/code.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { OpenNameSheet } from './open-name-sheet.tsx';

type Consent = Answer<'listAllConsents'>['items'][number];

const listOf = (kind: ConsentKind) =>
  infiniteQueryOptions({
    queryKey: keyOf('listAllConsents', { query: { kind } }),
    queryFn: ({ pageParam, signal }) =>
      api.listAllConsents({ query: { kind, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listAllConsents'>) => last.nextCursor,
    // Each reading is a row of the log.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });

/** The consents of everybody, newest first. */
export function ConsentList({ kind }: { kind: ConsentKind }) {
  const { t } = useLingui();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(listOf(kind));
  const [opened, setOpened] = useState<Consent | null>(null);
  const rows = data?.pages.flatMap((page) => page.items);
  if (error && !rows) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!rows)
    return (
      <Loading label={t`Loading consents`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  if (rows.length === 0)
    return (
      <EmptyState title={<Trans>No consents yet</Trans>} text={<Trans>What people agree to is listed here.</Trans>} />
    );
  return (
    <>
      <SaveButton
        href={`/api/admin/consents/export.csv?kind=${kind}`}
        name={`vlam-consents-${kind}.csv`}
        size="sm"
        className="mt-4"
      >
        CSV
      </SaveButton>
      <ul className="rise mt-2" aria-label={t`Consents`}>
        {rows.map((row) => (
          <li key={row.id} className="border-line border-t first:border-t-0">
            <Row row={row} onOpen={() => setOpened(row)} />
          </li>
        ))}
      </ul>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-5" />
      {opened ? <OpenNameSheet id={opened.id} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

/** Of a purchase, what was agreed to in words, with the code of what was bought; of a picture its title. */
function What({ kind, text }: { kind: ConsentKind; text: string }) {
  const [what = '', ...reference] = text.split(' ');
  if (kind !== 'purchase' || !(what in purchaseWords)) return text;
  return (
    <>
      {purchaseWords[what]} <Code>{reference.join(' ')}</Code>
    </>
  );
}

const purchaseWords: Readonly<Record<string, ReactNode>> = {
  start_now: <Trans>Opens at once, without a refund</Trans>,
  new_price: <Trans>A new price of a subscription</Trans>,
};

function Row({ row, onOpen }: { row: Consent; onOpen(): void }) {
  const language = useStore(languageStore);
  const states: Record<Consent['state'], { tone: TagTone; text: ReactNode; at: string }> = {
    asked: { tone: 'neutral', text: <Trans>Asked</Trans>, at: row.askedAt },
    yes: { tone: 'online', text: <Trans>Yes</Trans>, at: row.answeredAt ?? row.askedAt },
    no: { tone: 'danger', text: <Trans>No</Trans>, at: row.answeredAt ?? row.askedAt },
    revoked: { tone: 'warning', text: <Trans>Taken back</Trans>, at: row.revokedAt ?? row.askedAt },
  };
  const { tone, text, at } = states[row.state];
  return (
    <div className="flex min-h-16 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {row.who ? (
            <Link
              to="/admin/users/:id"
              params={{ id: row.who.accountId }}
              className="-my-2.5 inline-block wrap-anywhere py-2.5 font-semibold hover:text-ember-text"
            >
              {row.who.name}
            </Link>
          ) : (
            <span className="font-semibold text-muted">
              {row.isLinked ? <Trans>Name sealed</Trans> : <Trans>Account closed</Trans>}
            </span>
          )}
          <Tag tone={tone}>{text}</Tag>
        </p>
        {row.what ? (
          <p className="wrap-anywhere text-muted text-sm">
            <What kind={row.kind} text={row.what} />
          </p>
        ) : null}
        <p className="text-faint text-meta">
          {row.wording === null ? null : (
            <>
              <Trans>Wording {row.wording}</Trans>
              {', '}
            </>
          )}
          {formatDate(at, language)}
        </p>
        {row.kind === 'picture' ? (
          <p className="wrap-anywhere text-faint text-meta tabular-nums">
            <Trans>Number {row.id}</Trans>
          </p>
        ) : null}
      </div>
      {row.kind === 'picture' ? (
        <Button size="sm" onClick={onOpen}>
          <Trans>Open the name</Trans>
        </Button>
      ) : null}
    </div>
  );
}
