// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const web = resolve(import.meta.dirname, '..');
const root = resolve(web, '../..');
let folder = join(web, 'dist');
let tempFolder: string | undefined;

interface Pages {
  first: string[];
  styles: string;
  routes: Record<string, string[]>;
  socket: string[];
  catalogs: Record<string, string[]>;
  texts: Record<string, Record<string, string[]>>;
}
let pages: Pages;

function newestSource(): number {
  const patterns = ['apps/web/{src,build,public}/**/*.*', 'apps/web/*.*', 'packages/contract/src/**/*.ts'];
  return Math.max(...globSync(patterns, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs));
}

beforeAll(() => {
  const built = join(folder, 'pages.json');
  if (!existsSync(built) || statSync(built).mtimeMs < newestSource()) {
    tempFolder = mkdtempSync(join(tmpdir(), 'vlam-weight-'));
    folder = join(tempFolder, 'dist');
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync(process.execPath, [vite, 'build', '--outDir', folder], { cwd: web, env, stdio: 'pipe' });
  }
  pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
}, 120_000);
afterAll(() => {
  if (tempFolder) rmSync(tempFolder, { recursive: true, force: true });
});

/** Size over the wire in KB: of the `.br` file where one exists. */
function sizeInKb(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of new Set(files)) {
    const packed = join(folder, `${file}.br`);
    bytes += statSync(existsSync(packed) ? packed : join(folder, file)).size;
  }
  return bytes / 1024;
}

const forms = '/signup /welcome /login /forgot-password /reset-password /create /profile /test-login /go-live'.split(
  ' ',
);
/** In KB. The chat writes, sends files and keeps its place in a long thread. */
const limitOf = (path: string): number => (forms.includes(path) ? 30 : path === '/chat/:id' ? 14.5 : 13);

describe('weight over the wire', () => {
  it('keeps the shell, scripts and styles, within 105 KB', () => {
    expect(sizeInKb(pages.first)).toBeLessThan(105);
  });

  it('keeps the first visit to home, page and font included, within 117 KB and 8 files', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const [, font = ''] = /<link rel="preload" as="font"[^>]* href="\/([^"]+)"/.exec(page) ?? [];
    const files = ['index.html', ...pages.first, ...(pages.routes['/'] ?? []), font];
    // First responses and pictures are measured in e2e/weight.e2e.ts.
    expect(sizeInKb(files)).toBeLessThan(117);
    expect(files.length).toBeLessThanOrEqual(8);
  });

  it('keeps a screen within 13 KB and a form within 30 KB beyond home', () => {
    const home = new Set(pages.routes['/']);
    const useCounts = new Map<string, number>();
    for (const file of Object.values(pages.routes).flat()) useCounts.set(file, (useCounts.get(file) ?? 0) + 1);
    // Files shared by many screens load once, with home when it is scrolled; the socket's on any signed-in screen.
    const isShared = (file: string) => pages.socket.includes(file) || (useCounts.get(file) ?? 0) >= 8;
    for (const [path, files] of Object.entries(pages.routes)) {
      if (path === '/') continue;
      const own = files.filter((file) => !home.has(file) && !isShared(file));
      expect(sizeInKb(own), path).toBeLessThan(limitOf(path));
    }
  });

  it('keeps every language within 6 KB at each screen that is opened first, and the worker within 4 KB', () => {
    const sizes = Object.entries(pages.catalogs).flatMap(([language, files]) =>
      Object.keys(pages.routes).map((path) => {
        const kb = sizeInKb([...files, ...(pages.texts[language]?.[path] ?? [])]);
        return { name: `${language} ${path}`, kb };
      }),
    );
    const largest = sizes.sort((one, other) => other.kb - one.kb).slice(0, 5);
    console.info(`texts: ${largest.map(({ name, kb }) => `${name} ${kb.toFixed(2)} KB`).join(', ')}`);
    expect(sizes.length).toBeGreaterThan(200);
    expect(sizes.filter(({ kb }) => kb > 6)).toEqual([]);
    expect(sizeInKb(['sw.js'])).toBeLessThan(4);
  });

  it('styles the shell and home with the first style sheet only', () => {
    const classes = (sheet: string) =>
      [...readFileSync(join(folder, sheet), 'utf8').matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
        name.replace(/\\(.)/g, '$1'),
      );
    const scripts = [...pages.first, ...(pages.routes['/'] ?? [])].filter((file) => file.endsWith('.js'));
    const tokens = new Set(scripts.flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/[\s"'`]+/)));
    const first = new Set(classes(pages.first.find((file) => file.endsWith('.css')) ?? ''));
    expect(first.size).toBeGreaterThan(300);
    // A name without a hyphen may be part of a text.
    const used = classes(pages.styles).filter((name) => name.includes('-') && tokens.has(name));
    expect(used.filter((name) => !first.has(name))).toEqual([]);
  });

  it('keeps schemas, form libraries and icon sets out of the first load', () => {
    const code = pages.first.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
    const markers = { zod: 'invalid_type', 'react-hook-form': 'shouldUnregister', tus: 'tus-resumable' };
    for (const [library, marker] of Object.entries(markers))
      expect(code.toLowerCase().includes(marker.toLowerCase()), library).toBe(false);
  });
});
