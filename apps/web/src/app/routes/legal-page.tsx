import { isLegalPage, LegalView } from '../../features/legal/components/legal-view.tsx';
import { Transparency } from '../../features/records/reports/transparency.tsx';
import { useParams } from '../../lib/router.tsx';
import { NotFound } from '../not-found.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { LegalFrame } from './legal-frame.tsx';

/** One legal page. */
export function Route() {
  const { page } = useParams('/legal/:page');
  return (
    <LegalFrame>
      {page === 'transparency' ? (
        <Transparency loading={<ScreenLoading />} />
      ) : isLegalPage(page) ? (
        <LegalView key={page} page={page} loading={<ScreenLoading />} />
      ) : (
        <NotFound />
      )}
    </LegalFrame>
  );
}
