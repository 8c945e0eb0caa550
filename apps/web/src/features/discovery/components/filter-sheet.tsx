import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { relationshipStatuses } from '@vlam/contract/constants';
import { availableDistance } from '@vlam/contract/rules/discovery';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Slider } from '../../../components/ui/slider.tsx';
import { useStore } from '../../../lib/store.ts';
import { availableFilter, availableQuery, initialFilter, locationQuery } from '../api.ts';
import { statusNames } from '../labels.ts';

/** Debounce before counting the matches, in milliseconds. */
const debounceMs = 300;
const statuses = ['all', ...relationshipStatuses] as const;

/** Filters of Available Right Now. The button shows the number of matches. */
export function FilterSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t, i18n } = useLingui();
  const appliedFilter = useStore(availableFilter);
  const [draft, setDraft] = useState(appliedFilter);
  const [countedFilter, setCountedFilter] = useState(appliedFilter);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setDraft(appliedFilter);
      setCountedFilter(appliedFilter);
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => setCountedFilter(draft), debounceMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const { data } = useQuery({ ...availableQuery(countedFilter), enabled: open });
  const { data: place } = useQuery({ ...locationQuery, enabled: open });
  const count = countedFilter === draft ? data?.length : undefined;
  const format = (kilometres: number) => t`${kilometres} km`;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Filter</Trans>}
      actions={
        <>
          <Button size="lg" onClick={() => setDraft(initialFilter)}>
            <Trans>Reset</Trans>
          </Button>
          <Button
            size="lg"
            variant="primary"
            onClick={() => {
              availableFilter.set(draft);
              onClose();
            }}
          >
            {count === undefined
              ? t`Show people`
              : t`${plural(count, { 0: 'Show, nobody there now', one: 'Show # person', other: 'Show # people' })}`}
          </Button>
        </>
      }
    >
      <Slider
        label={<Trans>Distance</Trans>}
        min={availableDistance.min}
        max={availableDistance.max}
        value={draft.maxDistance}
        format={format}
        onChange={(maxDistance) => setDraft({ ...draft, maxDistance })}
      />
      {place?.cell === null ? (
        <p className="mt-2 text-faint text-meta">
          <Trans>Distance counts once you have set your area. Until then these are people in your city.</Trans>
        </p>
      ) : null}
      <fieldset className="mt-5">
        <legend className="font-semibold">
          <Trans>Relationship</Trans>
        </legend>
        <div className="mt-3 flex flex-wrap gap-2">
          {statuses.map((relationship) => (
            <Chip
              key={relationship}
              pressed={draft.relationship === relationship}
              onClick={() => setDraft({ ...draft, relationship })}
            >
              {i18n._(statusNames[relationship])}
            </Chip>
          ))}
        </div>
      </fieldset>
    </Sheet>
  );
}
