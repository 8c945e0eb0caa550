import type { OperationFigures } from './tally.ts';

const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0));

/** A table of operations: milliseconds, count, rate, refusals and errors. */
export function operationTable(figures: readonly OperationFigures[], seconds: number): string[] {
  return [
    '| operation | count | per second | p50 ms | p95 ms | p99 ms | refused | errors |',
    '|---|---|---|---|---|---|---|---|',
    ...figures.map(({ name, count, p50, p95, p99, refused, failed }) => {
      const answers = [...refused].map(([code, times]) => `${times} ${code}`).join(', ');
      return `| ${name} | ${count} | ${(count / seconds).toFixed(2)} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${answers} | ${failed || ''} |`;
    }),
  ];
}
