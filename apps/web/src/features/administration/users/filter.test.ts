import { describe, expect, it } from 'vitest';
import { queryOfView, readView, sameFilter, searchOfView } from './filter.ts';

const read = (query: string) => readView(new URLSearchParams(query));

describe('the address of the list', () => {
  it('is read as a filter and a page, without what the list does not know', () => {
    expect(read('')).toEqual({ filter: {}, page: 1, cursor: null });
    expect(read('q=+ruan+&role=creator&status=active&city=Durban&joinedSince=2026-11-01&reported=true&page=3')).toEqual(
      {
        filter: {
          q: 'ruan',
          role: 'creator',
          status: 'active',
          city: 'Durban',
          joinedSince: '2026-11-01',
          reported: true,
        },
        page: 3,
        cursor: null,
      },
    );
    expect(read('role=owner&status=banned&joinedSince=yesterday&reported=yes&page=-4')).toEqual(read(''));
    expect(read('page=9999').page).toBe(200);
  });

  it('becomes the query of the call: a cursor takes the place of the page', () => {
    const view = read('status=suspended&page=201&cursor=abc');
    expect(queryOfView(view)).toEqual({ status: 'suspended', cursor: 'abc' });
    expect(searchOfView(view)).toEqual({ status: 'suspended', page: '201', cursor: 'abc' });
    expect(queryOfView(read('reported=true&page=2'))).toEqual({ reported: 'true', page: '2' });
  });

  it('tells two filters apart by what they say, not by their order', () => {
    expect(sameFilter({ role: 'user', city: 'Durban' }, { city: 'Durban', role: 'user' })).toBe(true);
    expect(sameFilter({ reported: false }, {})).toBe(true);
    expect(sameFilter({ status: 'active' }, {})).toBe(false);
  });
});
