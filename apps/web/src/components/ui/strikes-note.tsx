import { Plural } from '@lingui/react/macro';
import { strikesForSuspension } from '@vlam/contract/rules/community';

/** Asks staff about the account of a member with many strikes; nothing below that number. */
export function StrikesNote({ strikes, className = '' }: { strikes: number; className?: string }) {
  if (strikes < strikesForSuspension) return null;
  return (
    <p className={`font-semibold text-danger text-sm ${className}`}>
      <Plural
        value={strikes}
        _5="Five strikes: decide whether the account stays"
        other="# strikes: decide whether the account stays"
      />
    </p>
  );
}
