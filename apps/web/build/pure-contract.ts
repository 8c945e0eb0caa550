import { join, sep } from 'node:path';
import { type Plugin, parseAst } from 'vite';

const contract = join(import.meta.dirname, '../../../packages/contract/src', sep);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Where the calls begin that make the values of a module; not those inside its functions. */
function findCalls(value: unknown, found: Set<number>): void {
  if (Array.isArray(value)) for (const each of value) findCalls(each, found);
  if (!isNode(value) || /Function/.test(value.type)) return;
  if (value.type === 'CallExpression' || value.type === 'NewExpression') found.add(value.start);
  for (const each of Object.values(value)) findCalls(each, found);
}

/** Marks the calls by which a module of the contract makes its constants as free of effects. */
export function markPure(code: string): string {
  const found = new Set<number>();
  for (const statement of (parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }).body) {
    const declaration = (statement.declaration ?? statement) as Node;
    if (declaration.type === 'VariableDeclaration') findCalls(declaration, found);
  }
  return [...found]
    .sort((one, other) => other - one)
    .reduce((marked, start) => `${marked.slice(0, start)}/* @__PURE__ */ ${marked.slice(start)}`, code);
}

/**
 * The contract builds schemas and operations by calls, which a build keeps as they might have effects. Marked, so that
 * importing one constant of a contract module does not keep its schemas.
 */
export function pureContract(): Plugin {
  return {
    name: 'vlam-pure-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      handler: (code, id) => (id.startsWith(contract) ? { code: markPure(code), map: null } : null),
    },
  };
}
