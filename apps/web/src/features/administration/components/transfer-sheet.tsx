import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Code } from '../../../components/ui/code.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { formatLedgerAmount } from '../amounts.ts';
import { causeLabels, ledgerAccountLabels, transferLabels } from '../ledger-labels.ts';
import { wordsOf } from '../words-of.ts';

/** A transfer: its cause and every account it touched. */
export function TransferSheet({ id, onClose }: { id: string | null; onClose(): void }) {
  // Content stays while the closing sheet slides out.
  const [last, setLast] = useState(id);
  if (id && id !== last) setLast(id);
  return (
    <Sheet open={id !== null} onClose={onClose} title={<Trans>Transfer</Trans>}>
      {last ? <Detail id={last} /> : null}
    </Sheet>
  );
}

function Detail({ id }: { id: string }) {
  const { t, i18n } = useLingui();
  const wordsFor = (labels: Readonly<Record<string, MessageDescriptor>>, code: string) => {
    const label = labels[code];
    return label ? i18n._(label) : wordsOf(code);
  };
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery(queryOf('ledgerTransferDetail', { params: { id } }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the transfer`}>
        <SkeletonRows />
      </Loading>
    );
  const { transfer, entries, cause } = data;
  return (
    <>
      <p className="num text-[2.125rem]">{formatLedgerAmount(transfer.amount, transfer.currency)}</p>
      <p className="mt-2">{transfer.description}</p>
      <dl className="mt-4">
        <CostRow label={<Trans>Cause</Trans>}>
          {cause.description}
          <span className="block font-normal text-faint text-meta">
            {wordsFor(causeLabels, cause.kind)} <Code>{cause.id}</Code>
          </span>
        </CostRow>
        <CostRow label={<Trans>When</Trans>}>
          {formatDate(transfer.createdAt, language)}, {formatTime(transfer.createdAt)}
        </CostRow>
        <CostRow label={<Trans>Payer</Trans>}>
          {transfer.ownerName ?? '–'}
          <span className="block break-all font-normal text-faint text-meta">{transfer.ownerId}</span>
        </CostRow>
        <CostRow label={<Trans>Kind</Trans>}>
          {wordsFor(transferLabels, transfer.kind)} <Code>{transfer.kind}</Code>
        </CostRow>
        <CostRow label={<Trans>Reference</Trans>}>
          <span className="break-all">{transfer.reference}</span>
        </CostRow>
        <CostRow label={<Trans>Id</Trans>}>
          <span className="break-all font-normal text-meta">{transfer.id}</span>
        </CostRow>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section tabIndex={0} aria-label={t`Entries`} className="mt-5 overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="d4 mb-2 text-left">
            <Trans>Entries</Trans>
          </caption>
          <thead>
            <tr className="text-faint text-meta">
              <th scope="col" className="pb-2 text-left font-normal">
                <Trans>Account</Trans>
              </th>
              <th scope="col" className="pb-2 text-right font-normal">
                <Trans>Amount</Trans>
              </th>
              <th scope="col" className="pb-2 pl-4 text-right font-normal">
                <Trans>Balance after</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.leg}-${entry.accountId}`} className="border-line border-t align-top">
                <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                  <span className="block font-semibold">
                    {wordsFor(ledgerAccountLabels, entry.accountKind)} <Code>{entry.accountKind}</Code>
                  </span>
                  <span className="block text-faint text-meta">{entry.accountOwnerName ?? t`Platform`}</span>
                </th>
                <td
                  className={clsx(
                    'whitespace-nowrap py-2.5 text-right font-semibold tabular-nums',
                    entry.amount > 0 && 'text-online',
                  )}
                >
                  {formatLedgerAmount(entry.amount, entry.currency, true)}
                </td>
                <td className="whitespace-nowrap py-2.5 pl-4 text-right text-muted tabular-nums">
                  {formatLedgerAmount(entry.balanceAfter, entry.currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
