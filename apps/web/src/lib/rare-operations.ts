// The build replaces this module with the part of the table that few visits need; see build/operations-table.ts.
export { operations } from '@vlam/contract';
