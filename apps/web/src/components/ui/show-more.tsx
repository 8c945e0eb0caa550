import { Trans, useLingui } from '@lingui/react/macro';
import { messageOf } from '../../lib/api.ts';
import { Button, type ButtonProps } from './button.tsx';

interface ShowMoreProps extends Pick<ButtonProps, 'size' | 'full' | 'className'> {
  /** State of a paged list. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** Button below a list that loads its next page. */
export function ShowMore({ list, ...buttonProps }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      {...buttonProps}
      busy={list.isFetchingNextPage}
      busyLabel={<Trans>Loading</Trans>}
      onClick={() => void list.fetchNextPage()}
    >
      <Trans>Show more</Trans>
    </Button>
  );
}

/** Below a list: why its next page did not load, and a retry button. */
export function NextPageError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useLingui();
  return (
    <div role="alert" className="mt-6 text-center">
      <p className="text-muted text-sm">{messageOf(error) ?? t`The connection dropped. Nothing was lost.`}</p>
      <Button className="mt-3" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
