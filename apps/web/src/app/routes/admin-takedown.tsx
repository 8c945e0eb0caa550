import { TakedownCase } from '../../features/takedowns/components/takedown-case.tsx';
import { useParams } from '../../lib/router.tsx';

/** One case of the public desk. */
export function Route() {
  const { id } = useParams('/admin/takedowns/:id');
  return <TakedownCase key={id} id={id} />;
}
