// The build replaces this module with a table of methods and paths; see build/operations-table.ts.
export { operations } from '@vlam/contract';
