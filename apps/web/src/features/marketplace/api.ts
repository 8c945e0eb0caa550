import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BundleView } from '@vlam/contract/marketplace';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { newPriceOf } from '../../lib/price-changed.ts';
import type { BundleForm } from './bundle-form.ts';
import { bundleBody } from './bundle-form.ts';

export type { BundleView };
export type BundlePurchase = Answer<'listBundlePurchases'>['items'][number];
export interface BundleFilter {
  q: string;
  category: string;
  price: string;
}

const pageLength = '12';

/** Bundles on sale that match the filter, in pages. */
export const bundlesQuery = ({ q, category, price }: BundleFilter) => {
  type Query = NonNullable<NonNullable<Parameters<typeof api.listBundles>[0]>['query']>;
  const query = { ...(q ? { q } : {}), category, price, limit: pageLength } as Query;
  return infiniteQueryOptions({
    queryKey: keyOf('listBundles', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listBundles({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listBundles'>) => last.nextCursor,
    placeholderData: (previous) => previous,
  });
};

/** Invalidates every query that shows bundles. */
function useInvalidateBundles() {
  const client = useQueryClient();
  return () => {
    for (const name of ['listBundles', 'getBundle', 'listBundlePurchases', 'creatorContent', 'contentFeed'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
}

/** Buys 30 days of a bundle. Charges once when tapped twice or retried after a lost response. */
export function usePurchaseBundle(options: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  const refresh = useInvalidateBundles();
  return useIntent<Pick<BundleView, 'id' | 'price'>, Answer<'purchaseBundle'>>({
    call: ({ id, price }, idempotencyKey) =>
      api.purchaseBundle({ params: { id }, body: { price, startNow: true }, idempotencyKey }),
    onSuccess: ({ balance }) => {
      putBalance(client, balance);
      refresh();
      options.onSuccess();
    },
    onError: (error, { id }) => {
      const price = newPriceOf(error);
      if (price !== null) {
        client.setQueryData<Answer<'getBundle'>>(keyOf('getBundle', { params: { id } }), (was) =>
          was ? { ...was, bundle: { ...was.bundle, price } } : was,
        );
        refresh();
      }
      options.onError(error);
    },
  });
}

export function useCreateBundle(options: { onSuccess(): void; onError(error: Error): void }) {
  const refresh = useInvalidateBundles();
  return useIntent<BundleForm, Answer<'createBundle'>>({
    call: (form, idempotencyKey) => api.createBundle({ body: bundleBody(form), idempotencyKey }),
    onSuccess: () => {
      refresh();
      options.onSuccess();
    },
    onError: options.onError,
  });
}

export function useUpdateBundle(options: { onSuccess(): void; onError(error: Error): void }) {
  const refresh = useInvalidateBundles();
  return useMutation({
    mutationFn: ({ id, form }: { id: string; form: BundleForm }) => {
      const { contentIds: _, isExclusive: __, ...body } = bundleBody(form);
      return api.updateBundle({ params: { id }, body });
    },
    onSuccess: () => {
      refresh();
      options.onSuccess();
    },
    onError: options.onError,
  });
}

export function useWithdrawBundle(options: { onSuccess(): void; onError(error: Error): void }) {
  const refresh = useInvalidateBundles();
  return useMutation({
    mutationFn: (id: string) => api.withdrawBundle({ params: { id } }),
    onSuccess: () => {
      refresh();
      options.onSuccess();
    },
    onError: options.onError,
  });
}

export function useRateBundle(id: string, onError: (error: Error) => void) {
  const refresh = useInvalidateBundles();
  return useMutation({
    mutationFn: (stars: number) => api.rateBundle({ params: { id }, body: { stars } }),
    onSuccess: () => refresh(),
    onError,
  });
}
