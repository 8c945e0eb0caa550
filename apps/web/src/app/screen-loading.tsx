import { useLingui } from '@lingui/react/macro';
import { Loading, Skeleton, SkeletonRows } from '../components/ui/skeleton.tsx';

/** Loading state of a screen. */
export function ScreenLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`} className="pt-6">
      <Skeleton className="h-24 w-3/4 max-w-96 rounded-card" />
      <Skeleton className="mt-4 h-5 w-1/2 max-w-64 rounded-xs" />
      <div className="mt-10">
        <SkeletonRows />
      </div>
    </Loading>
  );
}
