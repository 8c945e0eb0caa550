import { reportCounts } from '@vlam/contract/rules/period-reports';
import { expect, it } from 'vitest';
import { groups } from './labels.ts';

it('shows every figure of a report, once', () => {
  const shown = groups.flatMap(({ rows }) => rows.map(([name]) => name));
  expect([...shown].sort()).toEqual([...reportCounts].sort());
});
