import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { Dotted } from '../../../components/ui/dotted.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import type { ContentRequestView } from '../api.ts';
import { requestStatusLabels, requestTypeLabels } from '../labels.ts';

interface RequestRowProps {
  request: ContentRequestView;
  /** It is the one beside the list. */
  isShown: boolean;
  onShow(): void;
}

/** A request in the list of a wide screen; pressed, it is shown in full beside the list. */
export function RequestRow({ request, isShown, onShow }: RequestRowProps) {
  const { i18n } = useLingui();
  const { title, status, isOwn, totalPrice, contentType, createdAt } = request;
  const other = isOwn ? request.creator : request.requester;
  const { tone, label } = requestStatusLabels[status];
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={clsx(
        'press -mx-3 flex w-[calc(100%+24px)] items-center gap-4 rounded-md px-3 py-3.5 text-left',
        isShown ? 'bg-surface-2' : 'hover:bg-surface-1',
      )}
    >
      <Avatar src={other.avatar} size={48} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 block wrap-anywhere font-semibold">{title}</span>
        <Dotted className="mt-0.5 text-meta text-muted">
          {other.displayName}
          {i18n._(requestTypeLabels[contentType])}
          <PostedAge at={createdAt} rule="list" />
        </Dotted>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1.5">
        <CreditPrice credits={totalPrice} ofAnother size="sm" />
        <Tag tone={tone}>{i18n._(label)}</Tag>
      </span>
    </button>
  );
}
