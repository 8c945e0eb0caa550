// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const web = resolve(import.meta.dirname, '..');
const root = resolve(web, '../..');
let folder = join(web, 'dist');
let made: string | undefined;

interface Plan {
  first: string[];
  styles: string;
  routes: Record<string, string[]>;
  catalogs: Record<string, string[]>;
}
let plan: Plan;

function newestSource(): number {
  const patterns = ['apps/web/{src,build,public}/**/*.*', 'apps/web/*.*', 'packages/contract/src/**/*.ts'];
  return Math.max(...globSync(patterns, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs));
}

beforeAll(() => {
  const built = join(folder, 'pages.json');
  if (!existsSync(built) || statSync(built).mtimeMs < newestSource()) {
    made = mkdtempSync(join(tmpdir(), 'vlam-weight-'));
    folder = join(made, 'dist');
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync(process.execPath, [vite, 'build', '--outDir', folder], { cwd: web, env, stdio: 'pipe' });
  }
  plan = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
}, 120_000);
afterAll(() => {
  if (made) rmSync(made, { recursive: true, force: true });
});

/** KB over the wire, brotli where the build packed it. */
function weigh(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of new Set(files)) {
    const packed = join(folder, `${file}.br`);
    bytes += statSync(existsSync(packed) ? packed : join(folder, file)).size;
  }
  return bytes / 1024;
}

const forms = ['/signup', '/login', '/forgot-password', '/reset-password', '/create', '/profile', '/test-login'];

describe('weight over the wire', () => {
  it('keeps the shell, scripts and styles, within 105 KB', () => {
    expect(weigh(plan.first)).toBeLessThan(105);
  });

  it('keeps the first visit to home, page and font included, within 116 KB and 8 files', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const [, font = ''] = /<link rel="preload" as="font"[^>]* href="\/([^"]+)"/.exec(page) ?? [];
    const files = ['index.html', ...plan.first, ...(plan.routes['/'] ?? []), font];
    // Its first answers and pictures come on top, see e2e/weight.e2e.ts.
    expect(weigh(files)).toBeLessThan(116);
    expect(files.length).toBeLessThanOrEqual(8);
  });

  it('keeps a screen within 13 KB and a form within 30 KB beyond what home has loaded', () => {
    const home = new Set(plan.routes['/']);
    const users = new Map<string, number>();
    for (const file of Object.values(plan.routes).flat()) users.set(file, (users.get(file) ?? 0) + 1);
    // What many screens share is fetched by the first of them, and by home when it is scrolled.
    const isShared = (file: string) => (users.get(file) ?? 0) >= 8;
    for (const [path, files] of Object.entries(plan.routes)) {
      if (path === '/') continue;
      const own = files.filter((file) => !home.has(file) && !isShared(file));
      expect(weigh(own), path).toBeLessThan(forms.includes(path) ? 30 : 13);
    }
  });

  it('keeps every language within 12 KB and the worker within 4 KB', () => {
    for (const [language, files] of Object.entries(plan.catalogs)) expect(weigh(files), language).toBeLessThan(12);
    expect(weigh(['sw.js'])).toBeLessThan(4);
  });

  it('styles the shell and home with the first sheet alone', () => {
    const classes = (sheet: string) =>
      [...readFileSync(join(folder, sheet), 'utf8').matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
        name.replace(/\\(.)/g, '$1'),
      );
    const scripts = [...plan.first, ...(plan.routes['/'] ?? [])].filter((file) => file.endsWith('.js'));
    const words = new Set(scripts.flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/[\s"'`]+/)));
    const first = new Set(classes(plan.first.find((file) => file.endsWith('.css')) ?? ''));
    expect(first.size).toBeGreaterThan(300);
    // A name without a hyphen may be a word of a text.
    const used = classes(plan.styles).filter((name) => name.includes('-') && words.has(name));
    expect(used.filter((name) => !first.has(name))).toEqual([]);
  });

  it('lets no schema, form library or whole icon set into the first load', () => {
    const code = plan.first.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
    const signs = { zod: 'invalid_type', 'react-hook-form': 'shouldUnregister', tus: 'tus-resumable' };
    for (const [library, sign] of Object.entries(signs))
      expect(code.toLowerCase().includes(sign.toLowerCase()), library).toBe(false);
  });
});
