import { useLingui } from '@lingui/react/macro';
import { bundleCategories, bundlePriceBands } from '@vlam/contract/rules/bundles';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { BundleFilter } from '../api.ts';
import { bundleCategoryLabels, priceFilterLabels } from '../labels.ts';

const categories = ['all', ...bundleCategories];
const prices = ['all', ...Object.keys(bundlePriceBands)];
/** Delay after the last key press, in milliseconds. */
const debounceMs = 220;

interface FiltersProps {
  filter: BundleFilter;
  onChange(filter: BundleFilter): void;
}

/** Search text, category and price of the bundle list. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t, i18n } = useLingui();
  const [text, setText] = useState(filter.q);
  useEffect(() => {
    const q = text.trim();
    if (q === filter.q) return;
    const timer = setTimeout(() => onChange({ ...filter, q }), debounceMs);
    return () => clearTimeout(timer);
  }, [text, filter, onChange]);
  const labelOf = (labels: typeof priceFilterLabels, value: string) => {
    const label = labels[value];
    return label ? i18n._(label) : value;
  };
  return (
    <search className="mt-5 block">
      <div className="flex flex-wrap gap-2 *:first:flex-[1_1_7rem] *:last:basis-[8.5rem] sm:*:last:basis-55">
        <TextInput
          aria-label={t`Search bundles`}
          placeholder={t`Search`}
          before={<Search size={18} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          className="pl-11!"
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
