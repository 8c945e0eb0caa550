import { creditValueCents } from '@vlam/contract/credits';

/** Credits at their value in rand. */
export const toCents = ({ credits, cents }: { credits: bigint; cents: bigint }): number =>
  Number(credits) * creditValueCents + Number(cents);
