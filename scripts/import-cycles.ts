import { dirname, join, normalize } from 'node:path';
import { importsOf, type SourceFile } from './imports.ts';

/** One line for each group of files that import each other in a circle, imports of types included. */
export function findImportCycles(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const graph = new Map(
    files.map(({ path, text }) => {
      const targets = importsOf(text).map((specifier) => normalize(join(dirname(path), specifier)));
      return [path, targets.filter((target) => paths.has(target))];
    }),
  );
  return stronglyConnected(graph).map((group) => `${group.join(', ')}: import each other in a circle`);
}

/** Tarjan's algorithm; groups of one file are left out unless it imports itself. */
function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];

  function visit(node: string): number {
    const index = order.size;
    order.set(node, index);
    let low = index;
    stack.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(node)).sort();
      if (group.length > 1 || graph.get(node)?.includes(node)) groups.push(group);
    }
    return low;
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}
