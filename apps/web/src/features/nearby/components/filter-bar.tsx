import { Trans, useLingui } from '@lingui/react/macro';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { countChosen, type NearbyFilter, searchRadii } from '../filter.ts';
import { FilterSheet } from './filter-sheet.tsx';

interface FilterBarProps {
  filter: NearbyFilter;
  onChange(filter: NearbyFilter): void;
}

/** The radius at hand, everything else behind one button that says how much of it is set. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const chosen = countChosen(filter);
  return (
    <>
      <ChipRow label={t`Search radius`} className="mt-5">
        <Chip
          aria-haspopup="dialog"
          pressed={chosen > 0}
          {...(chosen > 0 ? { count: chosen } : {})}
          onClick={() => setOpen(true)}
        >
          <SlidersHorizontal size={16} />
          <Trans>Filters</Trans>
        </Chip>
        {searchRadii.map((radius) => (
          <Chip key={radius} pressed={filter.radius === radius} onClick={() => onChange({ ...filter, radius })}>
            {t`${radius} km`}
          </Chip>
        ))}
      </ChipRow>
      <FilterSheet filter={filter} open={open} onClose={() => setOpen(false)} onApply={onChange} />
    </>
  );
}
