import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Code } from '../../../components/ui/code.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { formatLedgerAmount } from '../amounts.ts';
import { type Transfer, type TransferField, transfersQuery } from '../api.ts';
import { transferFieldLabels } from '../labels.ts';
import { transferLabels } from '../ledger-labels.ts';
import { wordsOf } from '../words-of.ts';
import { TransferSheet } from './transfer-sheet.tsx';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const fields = ['reference', 'kind', 'ownerId', 'payeeId'] as const;

/** Every transfer of the ledger, found by reference, kind, payer or payee. */
export function LedgerExplorer() {
  const { t, i18n } = useLingui();
  const [field, setField] = useState<TransferField>('reference');
  const [text, setText] = useState('');
  const [submittedQuery, setSubmittedQuery] = useState<{ field: TransferField; text: string }>({
    field: 'reference',
    text: '',
  });
  const [invalidId, setInvalidId] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    transfersQuery(submittedQuery.field, submittedQuery.text),
  );
  const transfers = data?.pages.flatMap((page) => page.items);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    const isId = field === 'ownerId' || field === 'payeeId';
    const isInvalid = isId && trimmed !== '' && !uuid.test(trimmed);
    setInvalidId(isInvalid);
    if (!isInvalid) setSubmittedQuery({ field, text: trimmed });
  };
  return (
    <>
      <search>
        <form onSubmit={search} className="grid gap-2 sm:grid-cols-[180px_minmax(0,1fr)_auto]">
          <Select
            aria-label={t`Search by`}
            options={fields.map((value) => ({ value, label: i18n._(transferFieldLabels[value]) }))}
            value={field}
            onChange={(event) => {
              const chosen = fields.find((each) => each === event.currentTarget.value);
              if (chosen) setField(chosen);
            }}
          />
          <TextInput
            aria-label={t`Search the ledger`}
            aria-invalid={invalidId || undefined}
            placeholder={i18n._(transferFieldLabels[field])}
            before={<Search size={18} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            className="pl-11!"
          />
          <Button type="submit" variant="bone" className="h-[52px]">
            <Trans>Search</Trans>
          </Button>
        </form>
        <p role="status" className={invalidId ? 'mt-2 text-danger text-meta' : 'sr-only'}>
          {invalidId ? t`An id has the form 01234567-89ab-cdef-0123-456789abcdef` : ''}
        </p>
      </search>
      <div className="mt-5">
        {error && !transfers ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !transfers ? (
          <Loading label={t`Loading transfers`}>
            <SkeletonRows count={5} />
          </Loading>
        ) : transfers.length === 0 ? (
          <EmptyState
            title={<Trans>No transfers found</Trans>}
            text={<Trans>Nothing in the ledger fits that. Try another field.</Trans>}
          />
        ) : (
          <TransferRows transfers={transfers} onOpen={setOpen} />
        )}
        <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-5" />
      </div>
      <TransferSheet id={open} onClose={() => setOpen(null)} />
    </>
  );
}

function TransferRows({ transfers, onOpen }: { transfers: readonly Transfer[]; onOpen(id: string): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const kindOf = (kind: string) => {
    const label = transferLabels[kind];
    return label ? i18n._(label) : wordsOf(kind);
  };
  return (
    <ul className="rise border-line border-t">
      {transfers.map((transfer) => (
        <li key={transfer.id} className="border-line border-b">
          <button
            type="button"
            onClick={() => onOpen(transfer.id)}
            className="press grid min-h-15 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-sm px-1 py-2.5 text-left hover:bg-surface-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_150px_120px]"
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere font-semibold">{transfer.description}</span>
              <span className="block wrap-anywhere text-faint text-meta">
                {kindOf(transfer.kind)} <Code>{transfer.kind}</Code>
                <span className="lg:hidden">
                  {', '}
                  {formatDate(transfer.createdAt, language)}, {formatTime(transfer.createdAt)}
                </span>
              </span>
            </span>
            <span className="hidden wrap-anywhere text-muted text-sm lg:block">{transfer.ownerName ?? '–'}</span>
            <span className="hidden text-muted text-sm tabular-nums lg:block">
              {formatDate(transfer.createdAt, language)}, {formatTime(transfer.createdAt)}
            </span>
            <span className="num text-right text-[1.0625rem]">
              {formatLedgerAmount(transfer.amount, transfer.currency)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
