import { Trans, useLingui } from '@lingui/react/macro';
import { type CallBand, type CallSort, callBands } from '@vlam/contract/rules/calls';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { levelNames } from '../labels.ts';

export interface PartnerFilter {
  sort: CallSort;
  band: CallBand | undefined;
  /** Only those who are in no call. */
  free: boolean;
}

export const allPartners: PartnerFilter = { sort: 'rating', band: undefined, free: false };

/** Order, price and presence of the list of creators who take calls. */
export function PartnerFilters({ filter, onChange }: { filter: PartnerFilter; onChange(filter: PartnerFilter): void }) {
  const { t, i18n } = useLingui();
  const sorts = [
    { value: 'rating', label: t`Best rated` },
    { value: 'price', label: t`Lowest price` },
    { value: 'answers', label: t`Quickest to answer` },
  ] as const;
  return (
    <search className="mt-4 grid gap-3 lg:flex lg:items-center lg:justify-between lg:gap-6">
      <ChipRow label={t`Who is shown`} className="lg:order-first">
        <Chip pressed={filter.free} onClick={() => onChange({ ...filter, free: !filter.free })}>
          <Trans>Free now</Trans>
        </Chip>
        {callBands.map((band) => (
          <Chip
            key={band}
            pressed={filter.band === band}
            onClick={() => onChange({ ...filter, band: filter.band === band ? undefined : band })}
          >
            {i18n._(levelNames[band])}
          </Chip>
        ))}
      </ChipRow>
      <span className="max-lg:order-first lg:w-60">
        <Select
          aria-label={t`Order`}
          options={sorts}
          value={filter.sort}
          onChange={(event) => {
            const chosen = sorts.find(({ value }) => value === event.currentTarget.value);
            if (chosen) onChange({ ...filter, sort: chosen.value });
          }}
        />
      </span>
    </search>
  );
}
