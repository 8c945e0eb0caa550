import { expect, it } from 'vitest';
import { csvRow, sheetRow } from './csv.ts';

it('T84 ASVS 1.2.10: text that a spreadsheet would run stays text', () => {
  for (const formula of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1+1',
    '\r=cmd|’/C calc’!A0',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])
    expect(csvRow([formula])).toMatch(/^"'/);
  expect(csvRow(['Blue "hour", late', null, -12.5, 'R500'])).toBe('"Blue ""hour"", late",,-12.5,"R500"\r\n');
  expect(csvRow(['a\r\nb'])).toBe('"a b"\r\n');
});

it('writes numbers as spreadsheets of South Africa read them', () => {
  expect(sheetRow(['=1', 'a; b', 12, -1234.5, null])).toBe('"\'=1";"a; b";12;"-1234,5";\r\n');
});
