import { LinkedRequest } from '../../features/records/information/linked-request.tsx';
import { useParams } from '../../lib/router.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { LegalFrame } from './legal-frame.tsx';

/** One request behind its mailed link. */
export function Route() {
  const { token } = useParams('/compliance/personal-information/:token');
  return (
    <LegalFrame>
      <LinkedRequest token={token} loading={<ScreenLoading />} />
    </LegalFrame>
  );
}
