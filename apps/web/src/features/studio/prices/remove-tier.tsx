import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TierUses } from '@vlam/contract/subscription-tiers';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { type Answer, ApiError, api, keyOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

type OwnTier = Answer<'listOwnTiers'>['tiers'][number];

/** What still needs the tier, as a refused removal says it. */
const usesOf = (error: unknown): TierUses | undefined =>
  error instanceof ApiError ? (error.body?.details?.uses as TierUses | undefined) : undefined;

/** Removes a tier that nobody has; for another it says what needs it, and offers to close it. */
export function RemoveTier({ tier, onClose }: { tier: OwnTier; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const name = tier.name || t`Tier ${tier.tier}`;
  const done = (title: string) => (tiers: Answer<'listOwnTiers'>) => {
    client.setQueryData(keyOf('listOwnTiers'), tiers);
    toast({ title });
    onClose();
  };
  const params = { tier: `${tier.tier}` } as const;
  const remove = useMutation({
    mutationFn: () => api.removeTier({ params }),
    onSuccess: done(t`${name} is removed`),
    onError: (error) => (usesOf(error) ? undefined : fail(error)),
  });
  const close = useMutation({
    mutationFn: () => api.updateTier({ params, body: { open: false } }),
    onSuccess: done(t`${name} takes no new people`),
    onError: fail,
  });
  const uses = usesOf(remove.error);
  const busy = remove.isPending || close.isPending;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={busy}
      title={uses ? <Trans>{name} is still in use</Trans> : <Trans>Remove {name}?</Trans>}
      intro={
        uses ? (
          <Trans>It can be removed once nothing needs it any more.</Trans>
        ) : (
          <Trans>Nobody can choose it any more. What you sold before stays in your figures.</Trans>
        )
      }
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            <Trans>Keep it</Trans>
          </Button>
          {uses ? (
            tier.open ? (
              <Button
                variant="bone"
                busy={close.isPending}
                busyLabel={<Trans>Closing</Trans>}
                onClick={() => close.mutate()}
              >
                <Trans>Close it to new people</Trans>
              </Button>
            ) : null
          ) : (
            <Button
              variant="danger"
              busy={remove.isPending}
              busyLabel={<Trans>Removing</Trans>}
              onClick={() => remove.mutate()}
            >
              <Trans>Remove it</Trans>
            </Button>
          )}
        </>
      }
    >
      {uses ? <Uses uses={uses} /> : null}
    </Sheet>
  );
}

function Uses({ uses: { people, waiting, codes, posts, shows } }: { uses: TierUses }) {
  const lines = [
    {
      name: 'people',
      count: people,
      text: <Plural value={people} one="# subscriber has it" other="# subscribers have it" />,
    },
    {
      name: 'waiting',
      count: waiting,
      text: (
        <Plural value={waiting} one="# paid subscription has not begun" other="# paid subscriptions have not begun" />
      ),
    },
    {
      name: 'posts',
      count: posts,
      text: (
        <Plural
          value={posts}
          one="# post opens from it, drafts included"
          other="# posts open from it, drafts included"
        />
      ),
    },
    {
      name: 'shows',
      count: shows,
      text: <Plural value={shows} one="# show or replay opens from it" other="# shows and replays open from it" />,
    },
    {
      name: 'codes',
      count: codes,
      text: <Plural value={codes} one="# trial or code is for it" other="# trials and codes are for it" />,
    },
  ].filter(({ count }) => count > 0);
  return (
    <ul role="status">
      {lines.map(({ name, text }) => (
        <li key={name} className="border-line border-t py-3 font-semibold tabular-nums first:border-t-0">
          {text}
        </li>
      ))}
    </ul>
  );
}
