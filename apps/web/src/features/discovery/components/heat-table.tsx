import { Trans, useLingui } from '@lingui/react/macro';
import { provinces } from '@vlam/contract/constants';
import { HeatBars } from '../../../components/ui/heat-bars.tsx';
import { interestNames } from '../../../lib/interest-names.ts';
import type { HeatMapAnswer } from '../api.ts';
import { heatNames } from '../labels.ts';
import { useCount } from '../use-count.ts';
import { Growth } from './growth.tsx';

/** The heat map as a table, for those who prefer or need one; on a phone without the province, and with the interests off to the side. */
export function HeatTable({ heat }: { heat: HeatMapAnswer }) {
  const { t, i18n } = useLingui();
  const count = useCount();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className="bleed mt-5 overflow-x-auto" tabIndex={0} aria-label={t`Heat map as a table`}>
      <table className="w-full min-w-[600px] text-left text-sm">
        <thead className="text-faint text-meta">
          <tr>
            <Head className="w-12 max-sm:w-8">
              <Trans>Rank</Trans>
            </Head>
            <Head>
              <Trans>City</Trans>
            </Head>
            <Head className="max-sm:hidden">
              <Trans>Province</Trans>
            </Head>
            <Head>
              <Trans>Heat</Trans>
            </Head>
            <Head className="text-right">
              <Trans>Active</Trans>
            </Head>
            <Head className="text-right">
              <Trans>Growth</Trans>
            </Head>
            <Head>
              <Trans>Top interests</Trans>
            </Head>
          </tr>
        </thead>
        <tbody>
          {heat.rows.map(({ city, province, rank, activeUsers, heatLevel, growth, topInterests }) => (
            <tr key={city} className="h-15 border-line border-t">
              <td className="num text-[1rem] text-faint">{rank}</td>
              <th scope="row" className="pr-4 font-semibold">
                {city}
              </th>
              <td className="pr-4 text-muted max-sm:hidden">{provinces[province]}</td>
              <td className="pr-4">
                <span className="inline-flex items-center gap-2">
                  <HeatBars level={heatLevel} />
                  {i18n._(heatNames[heatLevel])}
                </span>
              </td>
              <td className="num pr-6 text-right text-[1rem] max-sm:pr-4">{count(activeUsers)}</td>
              <td className="whitespace-nowrap pr-6 text-right tabular-nums">
                <Growth per={growth} />
              </td>
              <td className="text-muted">{topInterests.map((each) => i18n._(interestNames[each])).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <th scope="col" className={`pr-4 pb-2 font-normal ${className}`}>
      {children}
    </th>
  );
}
