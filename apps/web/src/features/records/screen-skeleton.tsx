import { useLingui } from '@lingui/react/macro';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';

/** While one record is loaded. */
export function ScreenSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`}>
      <SkeletonRows count={6} />
    </Loading>
  );
}
