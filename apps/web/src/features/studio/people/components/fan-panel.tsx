import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';
import { codeOf } from '../../../../lib/api.ts';
import { fanQuery } from '../api.ts';
import { FanCard } from './fan-card.tsx';
import { FanHead } from './fan-head.tsx';

interface FanProps {
  id: string;
  isBeside?: boolean;
  onClose?(): void;
}

/** The card as a column beside a list, a thread or a call. */
export function FanPanel({ id, isBeside = false, onClose }: FanProps) {
  const { data, error, refetch } = useQuery(fanQuery(id));
  if (error && !data)
    return codeOf(error) === 'NOT_FOUND' ? null : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FanLoading />;
  return (
    <>
      <h2 className="d4">
        <FanHead fan={data} />
      </h2>
      <FanCard fan={data} isBeside={isBeside} {...(onClose ? { onBlocked: onClose } : {})} />
    </>
  );
}

/** The card as a sheet. */
export function FanSheet({ id, isBeside = false, onClose }: FanProps & { onClose(): void }) {
  const { data, error, refetch } = useQuery(fanQuery(id));
  return (
    <Sheet open onClose={onClose} title={data ? <FanHead fan={data} /> : <Trans>Fan card</Trans>}>
      {data ? (
        <FanCard fan={data} isBeside={isBeside} onBlocked={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <FanLoading />
      )}
    </Sheet>
  );
}

function FanLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`}>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 shrink-0 rounded-pill" />
        <Skeleton className="h-5 w-2/5 rounded-[7px]" />
      </div>
      <Skeleton className="mt-6 h-8 w-32 rounded-[7px]" />
      <Skeleton className="mt-6 h-24 rounded-field" />
    </Loading>
  );
}
