import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/** Familjen Grotesk (OFL) cut to the letters of our languages; src/fonts/README.md says how. Accents come when shown. */
const faces = [
  { name: 'base', range: 'U+20-7E,U+A0,U+B7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2212' },
  { name: 'accents', range: 'U+C0-FF,U+160,U+161,U+17D,U+17E' },
];
const here = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Stands in the page where the server writes the nonce of each answer. */
export const noncePlaceholder = '__NONCE__';

/**
 * Completes index.html: the display font, a script of one line that chooses theme and language before the first paint,
 * and the empty frame of the shell, which shows while the style sheet (moved behind it) and the scripts load.
 */
export function page(): Plugin {
  const fonts = faces.map(({ name, range }) => {
    const source = readFileSync(join(import.meta.dirname, `../src/fonts/familjen-grotesk-${name}.woff2`));
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    return { source, range, file: `assets/familjen-grotesk-${name}-${hash}.woff2` };
  });
  return {
    name: 'vlam-page',
    apply: 'build',
    generateBundle() {
      for (const { file, source } of fonts) this.emitFile({ type: 'asset', fileName: file, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [styles] = /<link\b[^>]*\brel="stylesheet"[^>]*>/.exec(html) ?? [];
        if (!styles) throw new Error('the page names no style sheet');
        const nonce = `nonce="${noncePlaceholder}"`;
        const rules = fonts.map(
          ({ file, range }) =>
            `@font-face{font-family:"Familjen Grotesk Variable";src:url(/${file}) format("woff2");font-weight:600 700;font-display:swap;unicode-range:${range}}`,
        );
        const fontBlock = `<!--font--><link rel="preload" as="font" type="font/woff2" href="/${fonts[0]?.file}" crossorigin><style ${nonce}>${rules.join('')}</style><!--/font-->`;
        const early = transformSync(here('early.js'), { minify: true }).code.trim();
        const critical = transformSync(here('skeleton.css'), { minify: true, loader: 'css' }).code.trim();
        const skeleton = here('skeleton.html').replace(/>\s+</g, '><').trim();
        return html
          .replace(styles, '')
          .replace('<!--font-->', () => fontBlock)
          .replace('<!--critical-->', () => `<style ${nonce}>${critical}</style><script ${nonce}>${early}</script>`)
          .replace(
            '<!--skeleton-->',
            () => `${skeleton}<!--styles-->${styles.replace('<link', '<link data-first')}<!--/styles-->`,
          )
          .replace(/\n\s*/g, '');
      },
    },
  };
}
