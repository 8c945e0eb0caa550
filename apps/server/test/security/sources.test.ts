import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@vlam/contract';
import type { Operation } from '@vlam/contract/operation';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { harmfulTexts, schemaOf } from './arbitraries.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = globSync('{apps/server,apps/sandbox-provider,apps/web,packages/contract}/src/**/*.{ts,tsx}', {
  cwd: root,
})
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Regular expression literals in the sources. */
const literal =
  /(?:^|[=(,:[!&|?{};]|\breturn|=>)\s*\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/gm;
const expressions = sources.flatMap(({ path, text }) =>
  [...text.matchAll(literal)].flatMap(([, pattern = '', flags = '']) => {
    try {
      return [{ path, pattern, expression: new RegExp(pattern, flags.replace(/[gy]/g, '')) }];
    } catch {
      // Markup and comments between two slashes.
      return [];
    }
  }),
);

/** Unbounded repetitions inside an unbounded group. */
function nestedRepeats(pattern: string): string[] {
  const found: string[] = [];
  const open: { from: number; repeats: boolean }[] = [];
  const repeatsAt = (at: number) => /^(?:[*+]|\{\d+,\})/.test(pattern.slice(at));
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '(') open.push({ from: at, repeats: false });
    else if (character === ')') {
      const group = open.pop();
      if (group?.repeats && repeatsAt(at + 1)) found.push(pattern.slice(group.from, at + 2));
      const around = open.at(-1);
      if (around && (group?.repeats || repeatsAt(at + 1))) around.repeats = true;
    } else {
      if (character === '\\') at += 1;
      if (character === '[') while (pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
      const around = open.at(-1);
      if (around && !/[*+?{]/.test(character ?? '') && repeatsAt(at + 1)) around.repeats = true;
    }
  }
  return found;
}

const bases = [
  'a',
  'A1',
  '0',
  ' ',
  '-',
  '_',
  '.',
  'a.',
  '@',
  'a@a.',
  '/',
  '/a',
  '%',
  '\\',
  '"',
  '=',
  ',',
  ';',
  ':',
  '1:',
  '(',
  '\t',
  '\n',
  '<a ',
  'é',
  '\ud800',
];
const attacks = bases.flatMap((base) => {
  const long = base.repeat(Math.floor(16_000 / base.length));
  return [long, `${long}!`, `${long}\0`, `a@${long}`];
});

describe('T80 ASVS 1.3.12: no catastrophic backtracking', () => {
  it('control: finds nested repetitions', () => {
    expect(expressions.length).toBeGreaterThan(80);
    for (const bad of ['(a+)+', '^(\\s*a*)*$', '((?:x|[y]+)z?)*', '(a{2,})*'])
      expect(nestedRepeats(bad), bad).toHaveLength(1);
    for (const good of ['(ab)+c*', '[(+]+', '\\(a+\\)+', '(a{1,3}){2}', '(?:a|b)*'])
      expect(nestedRepeats(good), good).toEqual([]);
  });

  it('no expression nests repetitions, except one whose parts a slash separates', () => {
    const found = expressions.filter(({ pattern }) => nestedRepeats(pattern).length > 0);
    expect(found.map(({ path, pattern }) => `${path} ${pattern}`)).toEqual([
      'apps/server/src/platform/web-files.ts ^[\\w-][\\w.-]*(\\/[\\w-][\\w.-]*)*$',
    ]);
  });

  /** The fastest of several runs, as the machine may be busy. */
  function fastestMs(run: () => void): number {
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 8 && best > (turn < 3 ? 50 : 200); turn += 1) {
      const since = performance.now();
      run();
      best = Math.min(best, performance.now() - since);
    }
    return best;
  }

  it('every expression of server and contract matches 16 KB of any text within 250 ms', () => {
    // The output of our own build is no user input.
    const asked = expressions.filter(({ path }) => !path.startsWith('apps/web') && !path.endsWith('/web-build.ts'));
    for (const { path, pattern, expression } of asked)
      for (const attack of attacks) {
        const where = `${path} ${pattern} ${JSON.stringify(attack.slice(0, 8))}`;
        expect(
          fastestMs(() => expression.test(attack)),
          where,
        ).toBeLessThan(250);
      }
  });

  it('every field of every body is parsed as quickly', () => {
    for (const [name, { body }] of Object.entries(operations) as [string, Operation][])
      for (const field of Object.keys(schemaOf(body).properties ?? {}))
        for (const attack of attacks) {
          const where = `${name} ${field} ${JSON.stringify(attack.slice(0, 8))}`;
          expect(
            fastestMs(() => body && z.safeParse(body, { [field]: attack })),
            where,
          ).toBeLessThan(250);
        }
  });
});

/** What statements about roles are made of: constants, and names and a password that the driver escapes. */
const roleValues = [
  'embeddedRole',
  'grantee',
  'how',
  'pg.escapeIdentifier(name)',
  'pg.escapeIdentifier(role)',
  'pg.escapeLiteral(password)',
  'role',
  "rowCount ? 'alter' : 'create'",
  'schema',
  'table',
];

describe('T80 ASVS 1.2.4: no SQL from input', () => {
  const server = sources.filter(({ path }) => path.startsWith('apps/server/src'));

  it('raw SQL fragments are constants of their file', () => {
    const raw = server.flatMap(({ path, text }) =>
      [...text.matchAll(/sql\.(?:raw|lit)\(([^)]*)\)/g)].map(([, what]) => `${path} ${what}`),
    );
    expect([...new Set(raw)].sort()).toEqual([
      'apps/server/src/modules/content/store.ts maxCompared',
      'apps/server/src/modules/profiles/creator-store.ts beyond',
      'apps/server/src/modules/profiles/creator-store.ts type',
      'apps/server/src/modules/profiles/search-store.ts comparisonLimits.people',
      'apps/server/src/modules/profiles/search-store.ts creators ? comparisonLimits.creators : comparisonLimits.people',
      'apps/server/src/modules/profiles/search-store.ts letters',
      'apps/server/src/platform/migrate.ts text',
    ]);
    const chosen = server.find(({ path }) => path.endsWith('profiles/creator-store.ts'))?.text ?? '';
    expect(chosen).toMatch(/beyond[^\n]*'[<>]'/);
    const searched = server.find(({ path }) => path.endsWith('profiles/search-store.ts'))?.text ?? '';
    expect(searched.match(/creatorsByLetters\(|\[1, 2, 3\]\.map\(\(letters\)/g)).toEqual([
      '[1, 2, 3].map((letters)',
      'creatorsByLetters(',
    ]);
  });

  it('no statement passed to the driver interpolates a value', () => {
    const pasted = server.flatMap(({ path, text }) =>
      [...text.matchAll(/\.query(?:<[^(]*>)?\(\s*`([^`]*)`/g)]
        .filter(([, statement = '']) => statement.includes('${'))
        .map(() => path),
    );
    // Roles and their rights, which no statement takes as parameters: names of its own tables, or escaped by the driver.
    expect([...new Set(pasted)]).toEqual(['apps/server/src/platform/application-role.ts']);
    const roles = server.find(({ path }) => path.endsWith('/application-role.ts'))?.text ?? '';
    const values = [...roles.matchAll(/\$\{(\w[^}]*)\}/g)].map(([, value]) => value);
    expect([...new Set(values)].sort()).toEqual(roleValues);
  });
});

describe('T59 ASVS 3.2.2 1.3.2: no code from text', () => {
  it('no eval, no markup from strings, no document.write, no listener from another window', () => {
    const bad =
      /\beval\(|new Function\(|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|setTimeout\(\s*['"`]|srcdoc/;
    expect(
      sources.filter(({ text }) => bad.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))).map(({ path }) => path),
    ).toEqual([]);
  });

  it('ASVS 11.5.1: Math.random is used nowhere, so no secret comes from it', () => {
    const random = sources.filter(({ text }) => /Math\.random/.test(text)).map(({ path }) => path);
    expect(random).toEqual([]);
  });

  it('harmful texts are unchanged in every JSON response', () => {
    for (const text of harmfulTexts) expect(JSON.parse(JSON.stringify({ text })).text).toBe(text);
  });
});
