import { Trans } from '@lingui/react/macro';
import { Link } from '../../lib/router.tsx';
import { menuRow } from './menu-row.ts';
import { MuteRow } from './mute-row.tsx';
import type { SafetyPerson } from './safety-sheets.tsx';

/** The takedown desk, where a screen without a footer links it. */
export const TakedownRow = () => (
  <Link to="/takedown" className={menuRow}>
    <Trans>Have something taken down</Trans>
  </Link>
);

interface SafetyRowsProps extends Pick<SafetyPerson, 'person'> {
  choose(sheet: 'report' | 'block'): void;
  close(): void;
}

/** The rows of the menu that every person has. */
export function SafetyRows({ person, choose, close }: SafetyRowsProps) {
  return (
    <>
      <button type="button" className={menuRow} onClick={() => choose('report')}>
        <Trans>Report</Trans>
      </button>
      <TakedownRow />
      <MuteRow person={person} className={menuRow} onChosen={close} />
      <button type="button" className={`${menuRow} text-danger`} onClick={() => choose('block')}>
        <Trans>Block {person.displayName}</Trans>
      </button>
    </>
  );
}
