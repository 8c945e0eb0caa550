// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutHydration } from '../build/react-without-hydration.ts';
import { unusedParts, withoutUnused } from '../build/react-without-unused.ts';

const files = globSync('**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: (name) => /\.test\.|^landing/.test(name),
});
const sources = files.map((file) => ({ file, text: readFileSync(join(import.meta.dirname, file), 'utf8') }));
const client = join(createRequire(import.meta.url).resolve('react-dom/package.json'), '../cjs');
const react = readFileSync(join(client, 'react-dom-client.production.js'), 'utf8');

describe('parts of React that the build leaves out', () => {
  for (const [name, { sign }] of Object.entries(unusedParts))
    it(`are used nowhere: ${name}`, () => {
      expect(sources.filter(({ text }) => sign.test(text)).map(({ file }) => file)).toEqual([]);
    });

  it('are found in the installed version, and only those go', () => {
    const words = 'strokeWidth htmlFor';
    const code = withoutUnused(withoutHydration(react), words);
    expect(code.length).toBeLessThan(react.length * 0.86);
    expect(code).toContain('["strokeWidth", "stroke-width"]');
    expect(code).not.toContain('["fillOpacity"');
    // A controlled field, an error boundary, a late component, another store.
    for (const kept of [
      'restoreStateOfTarget',
      'getDerivedStateFromError',
      'updateSuspenseComponent',
      'subscribeToStore',
    ])
      expect(code, kept).toContain(kept);
  });

  it('stop the build when React has changed', () => {
    expect(() => withoutUnused(react.replace('function startViewTransition(', 'function other('), '')).toThrow(
      'react-dom has changed',
    );
  });
});
