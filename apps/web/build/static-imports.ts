import { rolldown } from 'rolldown';
import { operationsTable } from './operations-table.ts';
import { pureContract } from './pure-contract.ts';

/** Modules loaded with `entries`: these files and their transitive imports, without dynamic imports. */
export async function staticImports(entries: string[]): Promise<Set<string>> {
  const bundle = await rolldown({
    input: entries,
    platform: 'browser',
    external: /\.(css|po)(\?|$)/,
    logLevel: 'silent',
    plugins: [
      operationsTable(new Set()),
      pureContract(),
      { name: 'vlam-no-dynamic-imports', resolveDynamicImport: () => false },
    ],
  });
  const { output } = await bundle.generate();
  await bundle.close();
  return new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
}
