import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import type { FormState } from '../../../lib/form.ts';
import { thumbnailOf } from '../../../lib/thumbnail.ts';
import type { BundleForm } from '../bundle-form.ts';
import { useBundleMessage } from '../form-messages.ts';

interface ItemChoiceProps {
  creatorId: string;
  form: FormState<BundleForm>;
  /** Sum of the chosen items' prices, in credits. */
  worth: number;
}

/** The items of a new bundle in their order, of which the first is the cover, and the creator's others to choose from. */
export function ItemChoice({ creatorId, form, worth }: ItemChoiceProps) {
  const { t } = useLingui();
  const translate = useBundleMessage();
  const { data, error, refetch } = useQuery(queryOf('creatorContent', { params: { id: creatorId } }));
  const ids = form.values.contentIds;
  const problem = translate(form.errors.contentIds);
  const setIds = (next: string[]) => form.set('contentIds', next);
  const chosen = ids.flatMap((id) => data?.find((item) => item.id === id) ?? []);
  return (
    <fieldset aria-label={t`Items`}>
      <p className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <span aria-hidden className="font-semibold">
          <Trans>Items</Trans>
        </span>
        <span role="status" className="text-faint tabular-nums">
          <Plural value={ids.length} one="# chosen" other="# chosen" />
          {worth > 0 ? t`, ${worth} credits one by one` : ''}
        </span>
      </p>
      {chosen.length > 0 ? (
        <ol aria-label={t`In the bundle`} className="mb-3">
          {chosen.map((item, index) => (
            <ChosenRow key={item.id} {...{ item, index, chosen }} onOrder={setIds} />
          ))}
        </ol>
      ) : null}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul aria-label={t`Your posts`} className="max-h-80 overflow-y-auto rounded-md bg-surface-2 px-3">
          {data
            .filter((item) => !ids.includes(item.id))
            .map((item, index) => (
              <li key={item.id} className="border-line border-t first:border-t-0">
                <ItemRow
                  item={item}
                  isInvalid={index === 0 && problem !== undefined}
                  onAdd={() => setIds([...ids, item.id])}
                />
              </li>
            ))}
        </ul>
      ) : (
        <Loading label={t`Loading your items`}>
          <SkeletonRows count={4} />
        </Loading>
      )}
      {data && data.length < 2 ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>A bundle needs two of your items. Publish more first.</Trans>
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="mt-1.5 text-danger text-meta">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

const Thumbnail = ({ item, className }: { item: ContentView; className: string }) => (
  <img
    src={thumbnailOf(item)}
    alt=""
    loading="lazy"
    className={clsx('block shrink-0 rounded-sm bg-surface-3 object-cover', className)}
  />
);

const ItemPrice = ({ item }: { item: ContentView }) =>
  item.price > 0 ? (
    <CreditPrice credits={item.price} ofAnother size="sm" />
  ) : (
    <span className="text-faint text-meta">
      <Trans>Free</Trans>
    </span>
  );

interface ItemRowProps {
  item: ContentView;
  isInvalid: boolean;
  onAdd(): void;
}

function ItemRow({ item, isInvalid, onAdd }: ItemRowProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={t`${item.title}, ${item.price} credits`}
      aria-invalid={isInvalid || undefined}
      onClick={onAdd}
      className="press flex w-full items-center gap-3 py-2 text-left"
    >
      <Thumbnail item={item} className="h-13 w-11" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold text-sm">{item.title}</span>
        <ItemPrice item={item} />
      </span>
      <span className="flex size-8 shrink-0 items-center justify-center rounded-pill inset-ring inset-ring-control text-muted">
        <Plus size={18} />
      </span>
    </button>
  );
}

interface ChosenRowProps {
  item: ContentView;
  index: number;
  chosen: readonly ContentView[];
  onOrder(ids: string[]): void;
}

function ChosenRow({ item, index, chosen, onOrder }: ChosenRowProps) {
  const { t } = useLingui();
  const others = chosen.filter(({ id }) => id !== item.id).map(({ id }) => id);
  const moveTo = (place: number) => onOrder([...others.slice(0, place), item.id, ...others.slice(place)]);
  const isLast = index === chosen.length - 1;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line border-t py-2 first:border-t-0">
      <span className="num w-5 shrink-0 text-center text-faint">{index + 1}</span>
      <Thumbnail item={item} className="h-15 w-12" />
      <span className="min-w-0 flex-1 basis-24">
        <span className="block wrap-anywhere font-semibold text-sm">{item.title}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <ItemPrice item={item} />
          {index === 0 ? (
            <Tag>
              <Trans>Cover</Trans>
            </Tag>
          ) : null}
        </span>
      </span>
      {/* Below the title where the three have no room beside it. */}
      <span className="ml-auto flex max-xs:w-full max-xs:justify-end">
        <IconButton
          label={t`Move ${item.title} up`}
          aria-disabled={index === 0}
          className="aria-disabled:text-faint"
          onClick={() => index > 0 && moveTo(index - 1)}
        >
          <ArrowUp size={18} />
        </IconButton>
        <IconButton
          label={t`Move ${item.title} down`}
          aria-disabled={isLast}
          className="aria-disabled:text-faint"
          onClick={() => !isLast && moveTo(index + 1)}
        >
          <ArrowDown size={18} />
        </IconButton>
        <IconButton label={t`Leave ${item.title} out`} onClick={() => onOrder(others)}>
          <X size={18} />
        </IconButton>
      </span>
    </li>
  );
}
