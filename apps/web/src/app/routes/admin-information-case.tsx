import { InformationCase } from '../../features/records/information/case-view.tsx';
import { useParams } from '../../lib/router.tsx';

/** One request about personal information. */
export function Route() {
  const { id } = useParams('/admin/records/requests/:id');
  return (
    <div className="pt-4">
      <InformationCase key={id} id={id} />
    </div>
  );
}
