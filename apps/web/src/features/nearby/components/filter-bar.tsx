import { Trans, useLingui } from '@lingui/react/macro';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useState } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { countChosen, type NearbyFilter, searchRadii } from '../filter.ts';
import { FilterSheet } from './filter-sheet.tsx';

interface FilterBarProps {
  filter: NearbyFilter;
  onChange(filter: NearbyFilter): void;
  /** At the right where there is room, below elsewhere. */
  aside?: ReactNode;
}

/** The radius at hand, everything else behind one button that says how much of it is set. */
export function FilterBar({ filter, onChange, aside }: FilterBarProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const chosen = countChosen(filter);
  return (
    <div className="mt-5 gap-6 lg:flex lg:items-center lg:justify-between">
      <ChipRow label={t`Search radius`}>
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
      {aside}
      <FilterSheet filter={filter} open={open} onClose={() => setOpen(false)} onApply={onChange} />
    </div>
  );
}
