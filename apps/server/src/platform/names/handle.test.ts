import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@vlam/contract';
import { describe, expect, it } from 'vitest';
import { findHandleProblem, skeletonOf } from './handle.ts';

const root = join(import.meta.dirname, '../../../../..');
const firstParts = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, part = '']) => part).filter((part) => part !== '');

describe('T96: handles', () => {
  it.each([
    ...['vlam', 'v1am', 'umlilo', 'umlilo2026', 'um1i1o', 'mollo', 'molelo', 'ndzilo', 'mulilo', 'vlam.official'],
    ...[
      'the_vlam',
      'vlamsupport',
      'v.l.a.m',
      'admin',
      'adm1n',
      'admin7',
      'moderator',
      'rnoderator',
      'support',
      'staff',
    ],
    ...['official', 'verified', 'helpdesk', 'beheerder', 'naledi.official', 'system', 'root', 'police', 'everyone'],
    ...['login', 'log.in', 'l0gin', 'credits', 'go_live', 'golive', 'privacy', 'settings', 'undefined'],
  ])('%s is reserved', (handle) => {
    expect(findHandleProblem(handle)).toBe('reserved');
  });

  it.each([
    'naledi',
    'dj_zee.2',
    'badminton_ben',
    'vlaming',
    'staffordshire_sue',
    'loginova',
    'creditsuisse',
    'thandi.m',
  ])('%s is free', (handle) => {
    expect(findHandleProblem(handle)).toBeNull();
  });

  it('those that look or sound the same are one, and others are not', () => {
    for (const other of ['na_ledi', 'n.aledi', 'na1edi', 'naiedi'])
      expect(skeletonOf(other)).toBe(skeletonOf('naledi'));
    expect([skeletonOf('rnary0'), skeletonOf('vvendy')]).toEqual([skeletonOf('maryo'), skeletonOf('wendy')]);
    for (const other of ['naledi2', 'naled1s', 'na3edi', 'nalodi'])
      expect(skeletonOf(other)).not.toBe(skeletonOf('naledi'));
  });

  it('the first part of every address of the app and the server is reserved', () => {
    const app = readFileSync(join(root, 'apps/web/src/lib/paths.ts'), 'utf8');
    const worker = readFileSync(join(root, 'apps/web/src/sw.ts'), 'utf8');
    const pages = readFileSync(join(root, 'apps/server/src/platform/web-pages.ts'), 'utf8');
    const parts = new Set([
      ...firstParts(app, /: '\/([a-z][\w-]*)/g),
      ...firstParts(pages, /app\.get[^(]*\('\/([a-z][\w-]*)/g),
      ...[worker, pages].flatMap((text) => (/\/\^\\\/\(([\w|-]+)\)/.exec(text)?.[1] ?? '').split('|')),
      ...Object.values(operations).map(({ path }) => path.split('/')[1] ?? ''),
    ]);
    expect(parts.size).toBeGreaterThan(60);
    // Shorter ones no one can choose.
    const open = [...parts].filter((part) => part.length > 2 && findHandleProblem(part.replaceAll('-', '_')) === null);
    expect(open, 'add them to addressWords').toEqual([]);
  });
});
