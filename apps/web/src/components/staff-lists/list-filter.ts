import type { SavedList } from '@vlam/contract/administration-lists';

/** A filter as it stands in the address of a list. */
export type ListFilter = Readonly<Record<string, string>>;

/** One choice of a filter, drawn as a menu. */
export interface FilterField {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

export interface FilteredList {
  list: SavedList;
  filter: ListFilter;
  fields: readonly FilterField[];
  onShow(filter: ListFilter): void;
}

export const sameFilter = (one: ListFilter, other: ListFilter): boolean =>
  new URLSearchParams(Object.entries(one).sort()).toString() ===
  new URLSearchParams(Object.entries(other).sort()).toString();

/** What of an address the fields of a list know. */
export function readListFilter(
  params: URLSearchParams,
  values: Readonly<Record<string, readonly string[]>>,
): ListFilter {
  const known = Object.entries(values).flatMap(([name, allowed]) => {
    const value = params.get(name);
    return value !== null && allowed.includes(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
}
