import { ReviewPage } from '../../features/records/reviewers/review-page.tsx';
import { useParams } from '../../lib/router.tsx';
import { LegalFrame } from './legal-frame.tsx';

/** What a reviewer from outside may read. */
export function Route() {
  const { token } = useParams('/review/:token');
  return (
    <LegalFrame>
      <ReviewPage token={token} />
    </LegalFrame>
  );
}
