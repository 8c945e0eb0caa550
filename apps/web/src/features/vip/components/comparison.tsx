import { Trans, useLingui } from '@lingui/react/macro';
import { freeMessagesPerDay } from '@vlam/contract/vip';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import type { ReactNode } from 'react';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import type { VipTier } from '../api.ts';

interface ComparisonProps {
  tiers: readonly VipTier[];
  own: VipTier['id'] | null | undefined;
}

/** Compares Free and the three tiers. On phones each row's name is above its values; it stays one table for screen readers. Beside the tiers on wide screens there is no room for Free. */
export function Comparison({ tiers, own }: ComparisonProps) {
  const { t } = useLingui();
  const rows: { name: string; free: ReactNode; valueFor(tier: VipTier): ReactNode }[] = [
    { name: t`Price a month`, free: 'R0', valueFor: ({ price }) => formatRand(price) },
    {
      name: t`Bonus credits a month`,
      free: '0',
      valueFor: (tier) => <span className="text-gold">{formatNumber(tier.monthlyBonusCredits)}</span>,
    },
    { name: t`Boost among people nearby`, free: '1×', valueFor: ({ boost }) => `${boost}×` },
    {
      name: t`Messages a day`,
      free: formatNumber(freeMessagesPerDay),
      valueFor: ({ messagesPerDay }) => (messagesPerDay === null ? t`Unlimited` : formatNumber(messagesPerDay)),
    },
    {
      name: t`Custom content requests`,
      free: <YesNo yes={false} />,
      valueFor: ({ contentRequests }) => <YesNo yes={contentRequests} />,
    },
  ];
  // Two columns when the text is larger.
  const columns = 'max-lg:grid max-lg:grid-cols-[repeat(auto-fill,minmax(max(4.5rem,21%),1fr))]';
  const cell = (id: string) =>
    clsx(
      'px-1 py-2 text-center tabular-nums lg:py-3.5',
      own === id && 'font-semibold text-ink',
      own !== id && 'text-muted',
    );
  return (
    <table className="w-full table-fixed text-sm max-lg:block">
      <caption className="sr-only">
        <Trans>What each tier gives</Trans>
      </caption>
      <thead className="max-lg:block">
        <tr className={columns}>
          <td className="w-[34%] max-lg:hidden" />
          <th scope="col" className="px-1 py-3 font-semibold lg:hidden">
            <Trans>Free</Trans>
          </th>
          {tiers.map(({ id, name }) => (
            <th key={id} scope="col" className="px-1 py-3 font-semibold">
              {name}
              {own === id ? (
                <span className="sr-only">
                  {', '}
                  <Trans>your tier</Trans>
                </span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map(({ name, free, valueFor }) => (
          <tr key={name} className={clsx(columns, 'border-line border-t')}>
            <th
              scope="row"
              className="text-left font-normal text-muted max-lg:col-span-full max-lg:px-1 max-lg:pt-3 max-lg:text-faint max-lg:text-meta"
            >
              {name}
            </th>
            <td className={`${cell('free')} lg:hidden`}>{free}</td>
            {tiers.map((tier) => (
              <td key={tier.id} className={cell(tier.id)}>
                {valueFor(tier)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function YesNo({ yes }: { yes: boolean }) {
  const icon = { size: 18, strokeWidth: 2, className: clsx('inline', yes ? 'text-online' : 'text-faint') };
  return (
    <>
      {yes ? <Check {...icon} /> : <Minus {...icon} />}
      <span className="sr-only">{yes ? <Trans>Yes</Trans> : <Trans>No</Trans>}</span>
    </>
  );
}
