import { RegistrationCase } from '../../features/film-board/components/registration-case.tsx';
import { useParams } from '../../lib/router.tsx';

/** One application or registration. */
export function Route() {
  const { id } = useParams('/admin/fpb-registrations/:id');
  return <RegistrationCase key={id} id={id} />;
}
