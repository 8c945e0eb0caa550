import { PhotoVerifiedBadge, VerifiedBadge } from './verified-badge.tsx';

interface NameAndAgeProps {
  person: { displayName: string; age?: number | null; isVerified: boolean; isPhotoChecked?: boolean };
  badgeSize?: number;
}

/** A name that wraps between words and never separates from its badges. */
export function NameAndAge({ person, badgeSize = 16 }: NameAndAgeProps) {
  const { displayName, age, isVerified, isPhotoChecked } = person;
  const place = 'ml-1 inline-block align-[-.12em]';
  const badges = (
    <>
      {isVerified ? <VerifiedBadge size={badgeSize} className={place} /> : null}
      {isPhotoChecked ? <PhotoVerifiedBadge size={badgeSize} className={place} /> : null}
    </>
  );
  if (age === null || age === undefined)
    return (
      <>
        {displayName}
        {/* A word joiner keeps the badges on the line of the last word. */}
        <span className="whitespace-nowrap before:content-['\2060']">{badges}</span>
      </>
    );
  return (
    <>
      {displayName},{' '}
      <span className="whitespace-nowrap">
        {age}
        {badges}
      </span>
    </>
  );
}
