import { Trans, useLingui } from '@lingui/react/macro';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import type { LibraryFilter } from '../api.ts';

interface FileFiltersProps {
  filter: LibraryFilter;
  onChange(filter: LibraryFilter): void;
}

/** Text, kind and use of the files. */
export function FileFilters({ filter, onChange }: FileFiltersProps) {
  const { t } = useLingui();
  const { kind, used } = filter;
  const change = (next: Pick<LibraryFilter, 'kind' | 'used'>) => onChange({ q: filter.q, ...next });
  return (
    <search className="block">
      <div className="max-w-[30rem]">
        <SearchField
          label={t`Search by the title of a post or album`}
          placeholder={t`Title of a post or album`}
          value={filter.q}
          maxLength={100}
          onChange={(q) => onChange({ ...filter, q })}
        />
      </div>
      <ChipRow label={t`Files`} className="mt-3">
        <Chip pressed={!kind && !used} onClick={() => change({})}>
          <Trans>All</Trans>
        </Chip>
        <Chip pressed={kind === 'image'} onClick={() => change({ kind: 'image' })}>
          <Trans>Photos</Trans>
        </Chip>
        <Chip pressed={kind === 'video'} onClick={() => change({ kind: 'video' })}>
          <Trans>Videos</Trans>
        </Chip>
        <Chip pressed={used === 'no'} onClick={() => change({ used: 'no' })}>
          <Trans>Not used</Trans>
        </Chip>
      </ChipRow>
    </search>
  );
}
