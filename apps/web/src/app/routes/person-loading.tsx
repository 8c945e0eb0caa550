import { useLingui } from '@lingui/react/macro';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';

/** Skeleton of picture, figures, buttons and tiles. */
export function PersonLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`}>
      <Skeleton className="-mx-(--gutter) h-101 lg:mx-0 lg:mt-2 lg:h-71.5 lg:rounded-sheet" />
      <Skeleton className="mt-4 h-12 w-full max-w-130 rounded-xs" />
      <Skeleton className="mt-4 h-12 w-full max-w-130 rounded-pill" />
      <div className="mt-8 grid grid-cols-2 gap-2 lg:grid-cols-3 lg:gap-3.5">
        <Skeleton className="aspect-[4/5] rounded-md" />
        <Skeleton className="aspect-[4/5] rounded-md" />
      </div>
    </Loading>
  );
}
