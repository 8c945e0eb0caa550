import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/** Familjen Grotesk (OFL), subset to the letters of our languages (src/fonts/README.md). Accents load when used. */
const fontFaces = [
  { name: 'base', range: 'U+20-7E,U+A0,U+B7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2212' },
  { name: 'accents', range: 'U+C0-FF,U+160,U+161,U+17D,U+17E' },
];
const readBuildFile = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Replaced by the server with the nonce of each response. */
export const noncePlaceholder = '__NONCE__';

/**
 * Completes index.html with the display font, an inline script that sets theme and language before the first paint, and
 * a skeleton of the shell, shown while the style sheet (linked behind it) and the scripts load.
 */
export function page(): Plugin {
  const fonts = fontFaces.map(({ name, range }) => {
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
      handler(html, { bundle = {} }) {
        const sheet = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('first.css'));
        if (!sheet) throw new Error('the build has no first style sheet');
        const nonce = `nonce="${noncePlaceholder}"`;
        const rules = fonts.map(
          ({ file, range }) =>
            `@font-face{font-family:"Familjen Grotesk Variable";src:url(/${file}) format("woff2");font-weight:600 700;font-display:swap;unicode-range:${range}}`,
        );
        const fontBlock = `<!--font--><link rel="preload" as="font" type="font/woff2" href="/${fonts[0]?.file}" crossorigin><style ${nonce}>${rules.join('')}</style><!--/font-->`;
        const early = transformSync(readBuildFile('early.js'), { minify: true }).code.trim();
        const critical = transformSync(readBuildFile('skeleton.css'), { minify: true, loader: 'css' }).code.trim();
        const skeleton = readBuildFile('skeleton.html').replace(/>\s+</g, '><').trim();
        return html
          .replace('<!--font-->', () => fontBlock)
          .replace('<!--critical-->', () => `<style ${nonce}>${critical}</style><script ${nonce}>${early}</script>`)
          .replace(
            '<!--skeleton-->',
            () =>
              `${skeleton}<!--styles--><link data-first rel="stylesheet" crossorigin href="/${sheet.fileName}"><!--/styles-->`,
          )
          .replace(/\n\s*/g, '');
      },
    },
  };
}
