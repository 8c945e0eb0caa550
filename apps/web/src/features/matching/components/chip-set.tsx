import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';

interface ChipSetProps<Word extends string> {
  legend: ReactNode;
  words: Record<Word, MessageDescriptor>;
  chosen: readonly Word[];
  onChange(chosen: Word[]): void;
}

/** Words of which any number can be on. */
export function ChipSet<Word extends string>({ legend, words, chosen, onChange }: ChipSetProps<Word>) {
  const { i18n } = useLingui();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(words) as Word[]).map((word) => {
          const on = chosen.includes(word);
          return (
            <Chip
              key={word}
              pressed={on}
              onClick={() => onChange(on ? chosen.filter((each) => each !== word) : [...chosen, word])}
            >
              {i18n._(words[word])}
            </Chip>
          );
        })}
      </div>
    </fieldset>
  );
}
