import { useLingui } from '@lingui/react/macro';
import { bundleCategories, bundlePriceBands } from '@vlam/contract/rules/bundles';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import type { BundleFilter } from '../api.ts';
import { bundleCategoryLabels, priceFilterLabels } from '../labels.ts';

const categories = ['all', ...bundleCategories];
const prices = ['all', ...Object.keys(bundlePriceBands)];

interface FiltersProps {
  filter: BundleFilter;
  onChange(filter: BundleFilter): void;
}

/** Search text, category and price of the bundle list. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t, i18n } = useLingui();
  const labelOf = (labels: typeof priceFilterLabels, value: string) => {
    const label = labels[value];
    return label ? i18n._(label) : value;
  };
  return (
    <search className="mt-5 block">
      <div className="flex flex-wrap gap-2 *:first:flex-[1_1_7rem] *:last:basis-[8.5rem] sm:*:last:basis-55">
        <SearchField
          label={t`Search bundles`}
          placeholder={t`Search`}
          value={filter.q}
          maxLength={100}
          onChange={(q) => onChange({ ...filter, q })}
        />
        <Select
          aria-label={t`Price in credits`}
          options={prices.map((value) => ({ value, label: labelOf(priceFilterLabels, value) }))}
          value={filter.price}
          onChange={(event) => onChange({ ...filter, price: event.currentTarget.value })}
        />
      </div>
      <ChipRow label={t`Category`} className="mt-3">
        {categories.map((value) => (
          <Chip
            key={value}
            pressed={filter.category === value}
            onClick={() => onChange({ ...filter, category: value })}
          >
            {labelOf(bundleCategoryLabels, value)}
          </Chip>
        ))}
      </ChipRow>
    </search>
  );
}
