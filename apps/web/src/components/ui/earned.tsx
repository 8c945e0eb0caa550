import { Plural } from '@lingui/react/macro';
import { earnedRand } from '../../lib/credit-value.ts';

/** What a creator receives: rand first, its credits below. */
export function Earned({ credits }: { credits: number }) {
  return (
    <>
      <span className="block">{earnedRand(credits)}</span>
      <span className="block font-normal text-faint text-meta">
        <Plural value={credits} one="# credit" other="# credits" />
      </span>
    </>
  );
}
