import { Trans, useLingui } from '@lingui/react/macro';
import ListFilter from 'lucide-react/icons/list-filter';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type AuditFilter, type AuditSummary, everything } from './api.ts';
import { actionLabels } from './labels.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  summary: AuditSummary | undefined;
  onChange(filter: AuditFilter): void;
}

/** Filters by author, action, account and day. */
export function AuditFilters({ filter, summary, onChange }: AuditFiltersProps) {
  const { t, i18n } = useLingui();
  const set = (name: keyof AuditFilter) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...filter, [name]: event.currentTarget.value.trim() });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search>
      <Button className="sm:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <ListFilter size={18} aria-hidden />
        <Trans>Filter</Trans>
      </Button>
      <div id={id} className={`${isOpen ? 'mt-4 grid' : 'hidden'} gap-3 sm:grid sm:grid-cols-2 xl:grid-cols-5`}>
        <Field label={<Trans>Member of staff</Trans>}>
          <Select
            options={[
              { value: '', label: t`Everybody` },
              ...(summary?.actors ?? []).map(({ id, name }) => ({ value: id, label: name ?? id })),
            ]}
            value={filter.actorId}
            onChange={set('actorId')}
          />
        </Field>
        <Field label={<Trans>Action</Trans>}>
          <Select
            options={[
              { value: '', label: t`Everything` },
              ...(summary?.actions ?? []).map((action) => {
                const label = actionLabels[action];
                return { value: action, label: label ? `${i18n._(label)} (${action})` : action };
              }),
            ]}
            value={filter.action}
            onChange={set('action')}
          />
        </Field>
        <Field label={<Trans>Id of the target</Trans>}>
          <TextInput
            value={filter.targetId}
            onChange={set('targetId')}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label={<Trans>From</Trans>}>
          <TextInput type="date" value={filter.since} onChange={set('since')} max={filter.until || undefined} />
        </Field>
        <Field label={<Trans>To</Trans>}>
          <TextInput type="date" value={filter.until} onChange={set('until')} min={filter.since || undefined} />
        </Field>
        {isFiltered ? (
          <Button variant="quiet" className="justify-self-start" onClick={() => onChange(everything)}>
            <Trans>Show everything</Trans>
          </Button>
        ) : null}
      </div>
    </search>
  );
}
