import { BreachView } from '../../features/records/breaches/breach-view.tsx';
import { useParams } from '../../lib/router.tsx';

/** One compromise of personal information. */
export function Route() {
  const { id } = useParams('/admin/breaches/:id');
  return (
    <div className="pt-4">
      <BreachView key={id} id={id} />
    </div>
  );
}
