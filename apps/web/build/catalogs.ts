import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/** Messages that must be compiled: placeholders, plurals, and the quotes that escape them. */
const needsCompiling = /[{}']/;

/**
 * Compiles `locales/<language>.po`. Plain English texts travel inside the code that shows them, so a screen brings its
 * own; a catalog holds the translations, and in every language the English messages with placeholders, as the sources
 * have them at this moment. A build therefore never depends on an extraction done before it.
 */
export function catalogs(configPath: string): Plugin {
  const config = getConfig({ configPath });
  let collecting: Promise<Record<string, string>> | undefined;

  async function sourceMessages(): Promise<Record<string, string>> {
    const messages: Record<string, string> = {};
    for (const catalog of await getCatalogs(config))
      for (const [id, entry] of Object.entries((await catalog.collect()) ?? {})) messages[id] = entry.message ?? id;
    return messages;
  }

  return {
    name: 'vlam-catalogs',
    buildStart() {
      collecting = undefined;
    },
    transform: {
      filter: { id: /\.po$/ },
      async handler(_source, file) {
        collecting ??= sourceMessages();
        const sources = await collecting;
        const messages: Record<string, string> = {};
        for (const [id, message] of Object.entries(sources)) if (needsCompiling.test(message)) messages[id] = message;
        const locale = file.replace(/^.*\/(\w+)\.po$/, '$1');
        for (const catalog of await getCatalogs(config))
          for (const [id, entry] of Object.entries((await catalog.read(locale)) ?? {}))
            if (id in sources && entry.translation) messages[id] = entry.translation;
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
        if (errors.length > 0) this.error(`${locale}: ${errors.map((each) => each.error.message).join('; ')}`);
        return { code: source, map: null, moduleType: 'js' };
      },
    },
  };
}
