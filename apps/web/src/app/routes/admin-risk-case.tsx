import { CaseView } from '../../features/risk/case-view.tsx';
import { useParams } from '../../lib/router.tsx';

/** One case about money. */
export function Route() {
  const { id } = useParams('/admin/risk/:id');
  return <CaseView key={id} id={id} />;
}
