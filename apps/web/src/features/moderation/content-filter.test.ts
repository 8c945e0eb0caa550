import { expect, it } from 'vitest';
import { placeOfFilter, readContentFilter } from './content-filter.ts';

const read = (search: string) => readContentFilter(new URLSearchParams(search));

it('reads a filter from the address', () => {
  const profile = '0190a5ff-1111-7222-8333-444455556666';
  expect(read(`q=%20blue&state=flagged&classification=X18&profile=${profile}`)).toEqual({
    q: 'blue',
    state: 'flagged',
    classification: 'X18',
    profile,
  });
});

it('leaves out what the list does not know, drafts among it', () => {
  expect(read('q=%20&state=draft&classification=21&profile=me')).toEqual({});
});

it('is shown in the queue of its state, unless it looks for more', () => {
  const classification = '18';
  expect(placeOfFilter({ state: 'review', classification })).toEqual({
    to: '/admin/content/pending',
    search: { classification },
  });
  expect(placeOfFilter({ state: 'flagged' })).toEqual({ to: '/admin/content/flagged', search: {} });
  for (const filter of [{ state: 'review', q: 'sea' } as const, { state: 'published' } as const, {}])
    expect(placeOfFilter(filter)).toEqual({ to: '/admin/content', search: filter });
});
