import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { api } from '../../../lib/api.ts';

export type Audience = Parameters<typeof api.sendBroadcast>[0]['body']['audience'];
export type AudienceKind = Audience['kind'];
type Filter = Exclude<keyof Audience, 'kind' | 'listId'>;
/** Raw text of the filter fields. */
export type Filters = Partial<Record<Filter, string>>;

const limits: Record<Filter, number> = {
  withinDays: 365,
  minimumSpent: 999_999,
  activeWithinDays: 365,
  endingWithinDays: 30,
};
/** What the number of days counts from. */
const since: Record<AudienceKind, MessageDescriptor> = {
  subscribers: msg`Subscribed in the last`,
  'past-subscribers': msg`Subscribed in the last`,
  followers: msg`Followed in the last`,
  buyers: msg`Bought in the last`,
  list: msg`Joined in the last`,
};

const filtersFor = (kind: AudienceKind): Filter[] => [
  // Nobody joins a list by themselves.
  ...(kind === 'list' ? [] : (['withinDays'] as const)),
  'minimumSpent',
  'activeWithinDays',
  // Other audiences have no end date.
  ...(kind === 'subscribers' ? (['endingWithinDays'] as const) : []),
];

const isWhole = (text: string, max: number) => /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= max;

/** The audience for the typed filters, and the filters that are invalid; nothing is sent while there are any. */
export function audienceOf(
  kind: AudienceKind,
  typed: Filters,
  listId?: string,
): { audience: Audience; invalidFilters: Filter[] } {
  const set = filtersFor(kind).filter((name) => typed[name]?.trim());
  const invalidFilters = set.filter((name) => !isWhole(typed[name]?.trim() ?? '', limits[name]));
  const good = set.filter((name) => !invalidFilters.includes(name));
  const numbers = Object.fromEntries(good.map((name) => [name, Number(typed[name])]));
  return { audience: { kind, ...(kind === 'list' && listId ? { listId } : {}), ...numbers }, invalidFilters };
}

interface BroadcastFiltersProps {
  kind: AudienceKind;
  typed: Filters;
  onChange(typed: Filters): void;
}

/** Filters of an audience: days since they joined, minimum spent, recent activity. */
export function BroadcastFilters({ kind, typed, onChange }: BroadcastFiltersProps) {
  const { t, i18n } = useLingui();
  const { audience, invalidFilters } = audienceOf(kind, typed);
  const on = Object.keys(audience).filter((name) => name !== 'kind').length;
  const labels: Record<Filter, string> = {
    withinDays: i18n._(since[kind]),
    minimumSpent: t`Spent at least`,
    activeWithinDays: t`Online in the last`,
    endingWithinDays: t({ message: 'Ends within', comment: 'The paid time of a subscription' }),
  };
  return (
    <details className="group/more -mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-sm">
        <SlidersHorizontal size={18} aria-hidden />
        <Trans>Narrow it down</Trans>
        {on > 0 ? (
          <span className="font-normal text-ember-text">
            <Plural value={on} one="# filter on" other="# filters on" />
          </span>
        ) : null}
        <ChevronDown size={18} aria-hidden className="ml-auto text-faint group-open/more:rotate-180" />
      </summary>
      <div className="grid grid-cols-2 items-start gap-3 pt-1 pb-3">
        {filtersFor(kind).map((name) => (
          <Field
            key={name}
            label={labels[name]}
            aside={name === 'minimumSpent' ? <Trans>credits</Trans> : <Trans>days</Trans>}
            error={invalidFilters.includes(name) ? <Trans>A whole number from 1 to {limits[name]}</Trans> : undefined}
          >
            <TextInput
              name={name}
              inputMode="numeric"
              placeholder={name === 'minimumSpent' ? t`Any amount` : t`Any time`}
              value={typed[name] ?? ''}
              onChange={(event) => onChange({ ...typed, [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
