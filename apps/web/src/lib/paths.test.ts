import { describe, expect, it } from 'vitest';
import { hrefOf, matchPath } from './paths.ts';

describe('paths', () => {
  it('fills parameters and leaves out absent search values', () => {
    expect(hrefOf({ to: '/chat/:id', params: { id: 'a/b c' } })).toBe('/chat/a%2Fb%20c');
    expect(hrefOf({ to: '/checkout', search: { package: 'p300', back: undefined } })).toBe('/checkout?package=p300');
  });

  it('parses parameters, and returns null for another pattern', () => {
    expect(matchPath('/chat/:id', '/chat/a%2Fb%20c')).toEqual({ id: 'a/b c' });
    expect(matchPath('/chat/:id', '/chat/42/')).toEqual({ id: '42' });
    expect(matchPath('/', '/')).toEqual({});
    for (const other of ['/chat', '/chat/', '/chat/1/2', '/chats/1'])
      expect(matchPath('/chat/:id', other), other).toBeNull();
  });

  it('reads a handle behind its sign, also an encoded one', () => {
    expect(hrefOf({ to: '/@:handle', params: { handle: 'naledi.m' } })).toBe('/@naledi.m');
    for (const path of ['/@naledi.m', '/%40naledi.m', '/@naledi.m/'])
      expect(matchPath('/@:handle', path)).toEqual({ handle: 'naledi.m' });
    for (const path of ['/', '/@', '/naledi.m', '/@naledi/more']) expect(matchPath('/@:handle', path)).toBeNull();
  });

  it('accepts an invalid encoding', () => {
    expect(matchPath('/chat/:id', '/chat/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
  });
});
