import { useLingui } from '@lingui/react/macro';
import { creatorCategories } from '@vlam/contract/constants';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { type CreatorFilter, priceBands } from '../filter.ts';
import { priceLabels } from '../labels.ts';

interface FiltersProps {
  filter: CreatorFilter;
  onChange(filter: CreatorFilter): void;
}

/** Text, price, presence and category of the list of creators. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t, i18n } = useLingui();
  const switches = [
    { name: 'online', label: t`Online` },
    { name: 'new', label: t({ message: 'New', comment: 'Creators who joined lately' }) },
    { name: 'following', label: t`Following` },
  ] as const;
  return (
    <search className="mt-4 block lg:mt-6">
      <div className="flex flex-wrap gap-2 *:first:flex-[1_1_7rem] *:last:basis-[8.5rem] sm:*:last:basis-55">
        <SearchField
          label={t`Search creators by name, city or words`}
          placeholder={t`Name, city or words`}
          value={filter.q}
          maxLength={64}
          onChange={(q) => onChange({ ...filter, q })}
        />
        <Select
          aria-label={t`Price a month`}
          options={(['all', ...priceBands] as const).map((value) => ({ value, label: i18n._(priceLabels[value]) }))}
          value={filter.price ?? 'all'}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...filter, price: priceBands.find((band) => band === value) });
          }}
        />
      </div>
      <ChipRow label={t`Filters`} className="mt-3">
        {switches.map(({ name, label }) => (
          <Chip key={name} pressed={filter[name]} onClick={() => onChange({ ...filter, [name]: !filter[name] })}>
            {label}
          </Chip>
        ))}
        <span aria-hidden className="mx-1 w-px shrink-0 self-stretch bg-line-strong" />
        {creatorCategories.map((category) => (
          <Chip
            key={category}
            pressed={filter.category === category}
            onClick={() => onChange({ ...filter, category: filter.category === category ? undefined : category })}
          >
            {category}
          </Chip>
        ))}
      </ChipRow>
    </search>
  );
}
