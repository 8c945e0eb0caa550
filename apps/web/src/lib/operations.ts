// The build replaces this module by a table of methods and paths, see build/slim-contract.ts.
export { operations } from '@vlam/contract';
