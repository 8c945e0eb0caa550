import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { maxPins } from '@vlam/contract/rules/studio';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type Post, useOrderPins } from '../api.ts';

/** The place of a pinned post among the pinned ones, with two buttons that move it. */
export function PinOrder({ post }: { post: Post }) {
  const { t } = useLingui();
  const fail = useFailure();
  const order = useOrderPins();
  // Pinned posts come first in this list.
  const { data } = useQuery(queryOf('listStudioPosts', { query: { list: 'published', limit: String(maxPins) } }));
  const stored = data?.items.flatMap(({ pin, item }) => (pin === null ? [] : [item.id])) ?? [];
  const ids = order.data?.ids ?? stored;
  const place = ids.indexOf(post.item.id);
  if (ids.length < 2 || place < 0) return null;
  const move = (by: 1 | -1) => {
    const next = ids.filter((id) => id !== post.item.id);
    next.splice(place + by, 0, post.item.id);
    order.mutate(next, { onError: fail });
  };
  const shown = place + 1;
  return (
    <div className="flex min-h-15 items-center justify-between gap-3 border-line border-t py-2">
      <p role="status">
        <Trans>
          Pinned as {shown} of {ids.length}
        </Trans>
      </p>
      <span className="flex gap-1">
        <IconButton
          label={t`Move up`}
          variant="filled"
          aria-disabled={place === 0 || order.isPending}
          className="aria-disabled:text-faint"
          onClick={() => place > 0 && !order.isPending && move(-1)}
        >
          <ArrowUp size={20} />
        </IconButton>
        <IconButton
          label={t`Move down`}
          variant="filled"
          aria-disabled={place === ids.length - 1 || order.isPending}
          className="aria-disabled:text-faint"
          onClick={() => place < ids.length - 1 && !order.isPending && move(1)}
        >
          <ArrowDown size={20} />
        </IconButton>
      </span>
    </div>
  );
}
