// @vitest-environment node
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLanding } from './build.ts';
import { fillLanding } from './fill.ts';
import { tokenRules } from './tokens.ts';

const pages = { en: 'index.html', af: 'index.af.html', zu: 'index.zu.html', xh: 'index.xh.html' };
const figures = { creators: 1_043, members: 50_412, earnings: 2_148_930.5, languages: 11 };
const built: Record<string, string> = {};
let folder: string;
const landing = (name: string) => join(folder, 'landing', name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlam-landing-test-'));
  await buildLanding(folder);
  for (const [language, file] of Object.entries(pages)) built[language] = await readFile(landing(file), 'utf8');
}, 30_000);
afterAll(() => rm(folder, { recursive: true }));

/** The page as the server sends it, with all links. */
const sent = (language: string, demo = true) =>
  fillLanding(built[language] ?? '', figures, { demo, origin: 'https://vlam.example' });

describe.each(Object.keys(pages))('the landing page in %s', (language) => {
  it('is at most 10 KB compressed, with styles and scripts', () => {
    expect(brotliCompressSync(sent(language)).length).toBeLessThanOrEqual(10_000);
  });

  it('loads no subresource before its script runs', () => {
    const html = built[language] ?? '';
    expect(html.match(/\ssrc=|srcset=|rel="(?:stylesheet|preload|modulepreload)"/g)).toBeNull();
    expect(/<style>(.*?)<\/style>/s.exec(html)?.[1]?.match(/url\(|@import/g)).toBeNull();
    expect(html.match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)[^"' ]*/g)).toBeNull();
    const linked = [...html.matchAll(/<link rel="([^"]+)"/g)].map(([, rel]) => rel);
    expect(linked.sort()).toEqual(['apple-touch-icon', 'icon', 'manifest']);
  });

  it('has one h1 and skips no level of heading', () => {
    const levels = [...(built[language] ?? '').matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('links to sign-up, sign-in and every target it names', () => {
    const html = built[language] ?? '';
    for (const path of ['/signup', '/login', '/explore', '/?lang=af', '/?lang=zu', '/?lang=xh', '/?lang=en'])
      expect(html).toContain(`href="${path}"`);
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`);
  });

  it('contains only inline code its policy allows', async () => {
    const { policy } = JSON.parse(await readFile(landing('csp.json'), 'utf8')) as { policy: string };
    const html = sent(language);
    const inline = [...html.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)].map(([, text]) => text ?? '');
    expect(inline).toHaveLength(3);
    for (const text of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(html).not.toMatch(/\sstyle=|\son\w+=/);
  });
});

describe('messages', () => {
  it('are translated into every language', async () => {
    const config = getConfig({ configPath: join(import.meta.dirname, 'lingui.config.ts') });
    const [catalog] = await getCatalogs(config);
    const sources = Object.keys((await catalog?.collect()) ?? {});
    expect(sources.length).toBeGreaterThan(40);
    for (const language of Object.keys(pages)) {
      const texts = (await catalog?.read(language)) ?? {};
      expect(Object.keys(texts).sort()).toEqual(sources.toSorted());
      for (const id of sources) expect(texts[id]?.translation, `${language}: ${texts[id]?.message}`).toBeTruthy();
    }
  });

  it('appear in the page: only names are the same in English and isiZulu', () => {
    const textsOf = (html = '') => new Set(html.match(/>[^<>{}]+(?=<)/g)?.map((text) => text.slice(1).trim()));
    const english = textsOf(built.en?.replace(/<(style|script)>.*?<\/\1>/gs, ''));
    const shared = [...textsOf(built.zu?.replace(/<(style|script)>.*?<\/\1>/gs, ''))].filter((text) =>
      english.has(text),
    );
    const names = ['English', 'Afrikaans', 'isiZulu', 'isiXhosa', 'Incognito'];
    expect(shared.filter((text) => /[a-z]/i.test(text)).sort()).toEqual(names.toSorted());
  });
});

describe('pictures, font and script of the page', () => {
  it('keeps the font and the pictures above the fold within 30 KB', async () => {
    const [font = ''] = await readdir(join(folder, 'assets'));
    const slabs = (await readdir(join(folder, 'landing'))).filter((name) => name.startsWith('slab-'));
    expect(slabs).toHaveLength(4);
    const sizes = [join(folder, 'assets', font), ...slabs.map(landing)].map(async (file) => (await stat(file)).size);
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000);
  });

  it('has a file for every picture and for the font', async () => {
    const html = built.en ?? '';
    const named = [...html.matchAll(/data-picture="([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(named).toHaveLength(10);
    for (const name of named) expect((await stat(landing(name))).size).toBeGreaterThan(500);
    expect((await stat(join(folder, /data-font="([^"]+)"/.exec(html)?.[1] ?? ''))).size).toBeGreaterThan(10_000);
  });

  it('compiles fill.mjs to the same behaviour as fill.ts', async () => {
    const file = (await import(/* @vite-ignore */ pathToFileURL(landing('fill.mjs')).href)) as {
      fillLanding: typeof fillLanding;
    };
    expect(file.fillLanding(built.en ?? '', figures, { demo: false })).toBe(
      fillLanding(built.en ?? '', figures, { demo: false }),
    );
  });
});

describe('tokens', () => {
  const source =
    ':root {\n  --a: 1px;\n  --b: var(--a);\n}\n[data-theme="light"] {\n  --a: 2px;\n}\n@media print {\n  :root {\n    --a: 9px;\n  }\n}\n';

  it('includes used values transitively, without those in media queries', () => {
    expect(tokenRules(source, 'p{top:var(--b)}')).toBe(
      ':root,.dark{color-scheme:dark;--b:var(--a);--a:1px}[data-theme=light]{color-scheme:light;--a:2px}',
    );
  });

  it('throws for an undeclared name', () => {
    expect(() => tokenRules(source, 'p{top:var(--c)}')).toThrow('--c');
  });
});
