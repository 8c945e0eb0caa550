import * as operation from '@vlam/contract/operation';
import * as messageText from '@vlam/contract/rules/message-text';
import * as schemas from '@vlam/contract/schemas';

/**
 * Functions by which the contract builds its schemas. Marked as pure, so that importing one constant of a contract
 * module does not keep its schemas.
 */
export const pureFunctions: string[] = [
  'z',
  ...[operation, messageText, schemas].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  ),
];
