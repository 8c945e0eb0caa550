import { useLingui } from '@lingui/react/macro';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';

/** The size of a creator's call settings, which stand above the list. */
export function LineLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`} className="mt-6 lg:max-w-[560px]">
      <Skeleton className="h-60 rounded-card" />
    </Loading>
  );
}
