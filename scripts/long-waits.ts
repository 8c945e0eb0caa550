import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from './imports.ts';

/** Everyday tests wait for less than this by the real clock; longer times come from a fake one. */
const maxWaitMs = 500;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nodesOf = (value: unknown): Node[] => [value].flat().filter(isNode);
const isNamed = (value: unknown, name: string | null): boolean =>
  isNode(value) && value.type === 'Identifier' && value.name === name;

/** The waits of a test file that `npm test` spends: `sleep(600)`, or a promise that a timer alone resolves. */
export function findLongWaits({ path, text }: SourceFile): string[] {
  const [, sleep = null] = /import \{[^}]*\bsetTimeout as (\w+)[^}]*\} from 'node:timers\/promises'/.exec(text) ?? [];
  // Spares the parser most files.
  if (!text.includes('setTimeout')) return [];
  const isFaked = text.includes('useFakeTimers');
  const found: string[] = [];

  function visit(node: Node, resolve: string | null): void {
    if (isLongTest(node)) return;
    const [first, second] = node.type === 'CallExpression' ? nodesOf(node.arguments) : [];
    const isTimer = !isFaked && isNamed(node.callee, 'setTimeout') && isNamed(first, resolve);
    const ms = isNamed(node.callee, sleep) ? numberOf(first) : isTimer ? numberOf(second) : 0;
    if (ms >= maxWaitMs) found.push(`${path}:${text.slice(0, node.start).split('\n').length} waits ${ms} ms`);
    const inner = resolveNameOf(node) ?? resolve;
    // In a list a timer is the limit of a race: the test ends with the other promise.
    for (const value of Object.values(node))
      for (const child of nodesOf(value))
        if (node.type !== 'ArrayExpression' || !isTimeLimit(child)) visit(child, inner);
  }
  const isTimeLimit = (node: Node) => isNamed(node.callee, sleep) || resolveNameOf(node) !== null;

  for (const node of parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
    visit(node as unknown as Node, null);
  return found;
}

/** A test or group with `{ tags: ['long'] }`. */
function isLongTest(node: Node): boolean {
  return nodesOf(node.type === 'CallExpression' ? node.arguments : []).some(({ properties }) =>
    nodesOf(properties).some(
      ({ key, value }) =>
        isNamed(key, 'tags') && nodesOf((value as Node).elements).some((element) => element.value === 'long'),
    ),
  );
}

/** What `new Promise((resolve) => …)` calls its first argument. */
function resolveNameOf(node: Node): string | null {
  if (node.type !== 'NewExpression' || !isNamed(node.callee, 'Promise')) return null;
  const [executor] = nodesOf(node.arguments);
  const [parameter] = nodesOf(executor?.params);
  return typeof parameter?.name === 'string' ? parameter.name : null;
}

/** A number, or a product of numbers; 0 for all else. */
function numberOf(node: Node | undefined): number {
  if (node?.type === 'Literal') return Number(node.value);
  if (node?.type !== 'BinaryExpression' || node.operator !== '*') return 0;
  return numberOf(node.left as Node) * numberOf(node.right as Node);
}
