import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { tierLimits } from '@vlam/contract/rules/subscription-tiers';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

const RemoveTier = lazyPart(() => import('./remove-tier.tsx').then((module) => module.RemoveTier));

type OwnTier = Answer<'listOwnTiers'>['tiers'][number];

/** The tiers of a creator: up to three, each with what it opens. */
export function Tiers() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listOwnTiers'));
  const [edited, setEdited] = useState<OwnTier | 'new' | null>(null);
  const [removed, setRemoved] = useState<OwnTier | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { tiers } = data;
  return (
    <section className="mt-8">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="d4">
          <Trans>Tiers</Trans>
        </h2>
        {tiers.length < 3 ? (
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>Add a tier</Trans>
          </Button>
        ) : null}
      </div>
      <p className="text-muted text-sm">
        <Trans>
          A higher tier opens all that a lower one opens. You choose for each post and show where it begins.
        </Trans>
      </p>
      <ul className="mt-2">
        {tiers.map((tier) => (
          <li key={tier.tier} className="flex items-start justify-between gap-4 border-line border-b py-4">
            <div className="min-w-0">
              <h3 className="wrap-anywhere font-semibold">{tier.name || <Trans>Tier {tier.tier}</Trans>}</h3>
              {tier.opens ? <p className="mt-1 wrap-anywhere text-muted text-sm">{tier.opens}</p> : null}
              <p className="mt-1 text-faint text-meta">
                <Plural value={tier.subscribers} one="# subscriber" other="# subscribers" />
                {tier.open ? null : (
                  <>
                    , <Trans>closed to new people</Trans>
                  </>
                )}
              </p>
            </div>
            <div className="shrink-0 text-right">
              <p className="num text-[1.875rem]">{formatRand(tier.priceCents / 100)}</p>
              <Button
                size="sm"
                className="mt-2"
                aria-label={t`Change ${tier.name || t`Tier ${tier.tier}`}`}
                onClick={() => setEdited(tier)}
              >
                <Trans>Change it</Trans>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {edited ? (
        <TierForm
          tier={edited === 'new' ? null : edited}
          onRemove={(tier) => {
            setEdited(null);
            setRemoved(tier);
          }}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {removed ? (
        <Suspense>
          <RemoveTier tier={removed} onClose={() => setRemoved(null)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function TierForm({
  tier,
  onRemove,
  onClose,
}: {
  tier: OwnTier | null;
  onRemove(tier: OwnTier): void;
  onClose(): void;
}) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [name, setName] = useState(tier?.name ?? '');
  const [opens, setOpens] = useState(tier?.opens ?? '');
  const [price, setPrice] = useState(tier ? String(tier.priceCents / 100) : '');
  const [open, setOpen] = useState(tier?.open ?? true);
  // The first tier's price is that of the profile.
  const isFirst = tier?.tier === 1;
  const amount = Number(price.trim().replace(',', '.'));
  const save = useMutation({
    mutationFn: () =>
      tier
        ? api.updateTier({
            params: { tier: `${tier.tier}` },
            body: { name: name.trim(), opens, open, ...(isFirst ? {} : { price: amount }) },
          })
        : api.addTier({ body: { name: name.trim(), opens, price: amount } }),
    onSuccess: (tiers) => {
      client.setQueryData(keyOf('listOwnTiers'), tiers);
      void client.invalidateQueries({ queryKey: keyOf('getPriceRequest') });
      toast({ title: t`Prices saved` });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={tier ? <Trans>Change a tier</Trans> : <Trans>A new tier</Trans>}
      intro={<Trans>People who have a tier keep their price until they agree to another.</Trans>}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending}
      disabled={name.trim() === '' || (!isFirst && !(amount > 0))}
      onSubmit={() => save.mutate()}
    >
      <Field label={<Trans>Name</Trans>}>
        <TextInput
          name="tier-name"
          autoComplete="off"
          maxLength={tierLimits.nameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      {isFirst ? null : (
        <Field label={<Trans>Price a month</Trans>} help={<Trans>More than the tier below it costs.</Trans>}>
          <TextInput
            name="tier-price"
            before="R"
            inputMode="decimal"
            autoComplete="off"
            maxLength={7}
            className="tabular-nums"
            value={price}
            onChange={(event) => setPrice(event.currentTarget.value)}
          />
        </Field>
      )}
      <Field label={<Trans>What it opens</Trans>} aside={<Trans>Optional</Trans>}>
        <TextArea
          name="tier-opens"
          rows={3}
          maxLength={tierLimits.opensLength}
          value={opens}
          onChange={(event) => setOpens(event.currentTarget.value)}
        />
      </Field>
      {tier ? (
        <Switch
          checked={open}
          onChange={setOpen}
          label={<Trans>Open to new people</Trans>}
          description={<Trans>Closed, it stays with those who have it.</Trans>}
        />
      ) : null}
      {tier && !isFirst ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-4 justify-self-start text-danger!"
          onClick={() => onRemove(tier)}
        >
          <Trans>Remove this tier</Trans>
        </Button>
      ) : null}
    </FormSheet>
  );
}
