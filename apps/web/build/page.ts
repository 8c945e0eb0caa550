import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/** Familjen Grotesk (OFL) cut to the letters of our languages; src/fonts/README.md says how. */
const fontSource = join(import.meta.dirname, '../src/fonts/familjen-grotesk.woff2');
const here = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Stands in the page where the server writes the nonce of each answer. */
export const noncePlaceholder = '__NONCE__';

/**
 * Completes index.html: the display font, a script of one line that chooses theme and language before the first paint,
 * and the empty frame of the shell, which shows while the style sheet (moved behind it) and the scripts load.
 */
export function page(): Plugin {
  const font = readFileSync(fontSource);
  const fontFile = `assets/familjen-grotesk-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`;
  return {
    name: 'vlam-page',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: fontFile, source: font });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets: string[] = [];
        const nonce = `nonce="${noncePlaceholder}"`;
        const face = `@font-face{font-family:"Familjen Grotesk Variable";src:url(/${fontFile}) format("woff2");font-weight:400 700;font-display:swap;unicode-range:U+20-7E,U+A0,U+B7,U+C0-FF,U+160-17E,U+2013-2026,U+2212}`;
        const fontBlock = `<!--font--><link rel="preload" as="font" type="font/woff2" href="/${fontFile}" crossorigin><style ${nonce}>${face}</style><!--/font-->`;
        const early = transformSync(here('early.js'), { minify: true }).code.trim();
        const critical = transformSync(here('skeleton.css'), { minify: true, loader: 'css' }).code.trim();
        const skeleton = here('skeleton.html').replace(/>\s+</g, '><').trim();
        return html
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
            sheets.push(sheet.trim());
            return '';
          })
          .replace('<!--font-->', () => fontBlock)
          .replace('<!--critical-->', () => `<style ${nonce}>${critical}</style><script ${nonce}>${early}</script>`)
          .replace('<!--skeleton-->', () => skeleton + sheets.join(''))
          .replace(/\n\s*/g, '');
      },
    },
  };
}
