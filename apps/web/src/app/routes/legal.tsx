import { LegalList } from '../../features/legal/components/legal-view.tsx';
import { LegalFrame } from './legal-frame.tsx';

/** The list of legal pages. */
export function Route() {
  return (
    <LegalFrame>
      <LegalList />
    </LegalFrame>
  );
}
