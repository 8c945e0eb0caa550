import { Trans } from '@lingui/react/macro';
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
