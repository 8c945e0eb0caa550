import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';

interface ChipSetProps<Option extends string> {
  legend: ReactNode;
  labels: Record<Option, MessageDescriptor>;
  chosen: readonly Option[];
  onChange(chosen: Option[]): void;
}

/** Chips of which any number can be selected. */
export function ChipSet<Option extends string>({ legend, labels, chosen, onChange }: ChipSetProps<Option>) {
  const { i18n } = useLingui();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(labels) as Option[]).map((option) => {
          const on = chosen.includes(option);
          return (
            <Chip
              key={option}
              pressed={on}
              onClick={() => onChange(on ? chosen.filter((each) => each !== option) : [...chosen, option])}
            >
              {i18n._(labels[option])}
            </Chip>
          );
        })}
      </div>
    </fieldset>
  );
}
