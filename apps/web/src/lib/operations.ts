// The build replaces this module with a table of methods and paths; see build/slim-contract.ts.
export { operations } from '@vlam/contract';
