import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** The landing page's catalogues, compiled into the pages and not sent as scripts. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'af', 'zu', 'xh'],
  format: formatter({ lineNumbers: false }),
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>'], exclude: ['**/*.test.*'] }],
});
