import { Plural, Trans } from '@lingui/react/macro';
import type { CreatorTerms } from '@vlam/contract/subscription-terms';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { formatRand } from '../../../lib/format.ts';

export type Term = CreatorTerms['terms'][number];

/** The terms a creator sells, with the price of each; nothing where there is only one. */
export function TermChoice({
  terms,
  value,
  titled = false,
  onChange,
}: {
  terms: readonly Term[];
  value: Term['months'];
  /** Beside another choice it says what is chosen. */
  titled?: boolean;
  onChange(months: Term['months']): void;
}) {
  if (terms.length < 2) return null;
  return (
    <RadioRows
      legend={<Trans>How long</Trans>}
      hideLegend={!titled}
      value={String(value)}
      onChange={(chosen) => onChange(terms.find((each) => String(each.months) === chosen)?.months ?? 1)}
      options={terms.map((each) => ({ value: String(each.months), ...termOption(each) }))}
      className="mb-2"
    />
  );
}

/** A term as a choice: its price a month, its total and what it takes off. */
function termOption({ months, percentOff, monthCents, totalCents }: Term) {
  const [month, total] = [formatRand(monthCents / 100), formatRand(totalCents / 100)];
  return {
    label: (
      <>
        <Plural value={months} one="# month" other="# months" />,{' '}
        <span className="tabular-nums">
          <Trans>{month} a month</Trans>
        </span>
      </>
    ),
    ...(percentOff > 0
      ? {
          description: (
            <Trans>
              {total} in total, {percentOff}% off
            </Trans>
          ),
        }
      : {}),
  };
}
