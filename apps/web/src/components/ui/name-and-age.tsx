import { VerifiedBadge } from './verified-badge.tsx';

interface NameAndAgeProps {
  person: { displayName: string; age: number | null; isVerified: boolean };
  badgeSize?: number;
}

/** A name that wraps between words and never separates from its badge. */
export function NameAndAge({ person: { displayName, age, isVerified }, badgeSize = 16 }: NameAndAgeProps) {
  const badge = isVerified ? <VerifiedBadge size={badgeSize} className="ml-1 inline-block align-[-.12em]" /> : null;
  if (age === null)
    return (
      <>
        {displayName}
        {badge}
      </>
    );
  return (
    <>
      {displayName},{' '}
      <span className="whitespace-nowrap">
        {age}
        {badge}
      </span>
    </>
  );
}
