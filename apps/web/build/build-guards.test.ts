// @vitest-environment node
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findParts, joinHashes } from './after-build.ts';
import { catalogs } from './catalogs.ts';
import { markPure } from './pure-contract.ts';
import { requireChunks } from './require-chunks.ts';
import { groupTexts } from './text-groups.ts';

const context = {
  error(message: string): never {
    throw new Error(message);
  },
};
type Hook = (this: typeof context, ...args: unknown[]) => unknown;

describe('the build stops', () => {
  it('when an asset has no hash of eight characters', () => {
    expect(joinHashes(['app-Ab3_efgh.css', 'home-12345678.js'])).toBe('Ab3_1234');
    expect(() => joinHashes(['home-1234.js'])).toThrow('assets/home-1234.js');
  });

  it('when a group of chunks is empty', () => {
    const check = requireChunks(['kit']).generateBundle as Hook;
    expect(() => check.call(context, {}, { 'kit-12345678.js': { name: 'kit' } })).not.toThrow();
    expect(() => check.call(context, {}, { 'home-12345678.js': { name: 'home' } })).toThrow('kit');
  });

  it('when a message with a placeholder is not compiled', () => {
    const [english] = catalogs(
      join(import.meta.dirname, '../lingui.config.ts'),
      groupTexts(new Map(), new Map(), new Set()),
    );
    const handler = (english?.transform as { handler: Hook } | undefined)?.handler as Hook;
    const code = (id: string) => `t({ id: "${id}", message: "Hello {name}" })`;
    expect(handler.call(context, code('a1b2c3'), '/src/a.tsx')).toEqual({
      code: 't({ id: "a1b2c3", message: ["Hello ",["name"]] })',
      map: null,
    });
    expect(() => handler.call(context, code('longer-id'), '/src/a.tsx')).toThrow('/src/a.tsx');
  });
});

it('only the calls that make the constants of a contract module are marked as free of effects', () => {
  const marked = markPure(
    'export const a = z.string().check(z.trim());\nregister(a);\nexport const b = () => make(a);',
  );
  expect(marked).toBe(
    'export const a = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.trim());\nregister(a);\nexport const b = () => make(a);',
  );
});

it('a screen is hinted at with what it shows of a folder of parts, however deep it asks for it, and with no other part', () => {
  const module = (importedIds: string[], dynamicallyImportedIds: string[] = []) => ({
    importedIds,
    dynamicallyImportedIds,
  });
  const imports = new Map([
    ['/routes/chat.tsx', module(['/chat.tsx'], ['/routes/sheet.tsx'])],
    ['/chat.tsx', module(['/bubble.tsx', '/list.tsx'])],
    ['/bubble.tsx', module([], ['/parts/thread.tsx'])],
    ['/list.tsx', module(['/chat.tsx'], ['/parts/thread.tsx'])],
    ['/routes/sheet.tsx', module([], ['/parts/sheet.tsx'])],
  ]);
  expect(findParts('/routes/chat.tsx', imports)).toEqual(['/parts/thread.tsx']);
});
