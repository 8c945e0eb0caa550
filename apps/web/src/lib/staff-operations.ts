// The build replaces this module with the part of the table under /api/admin; see build/operations-table.ts.
export { operations } from '@vlam/contract';
