import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callBandOf, callRates } from '@vlam/contract/rules/calls';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { useShareLabel } from '../../../components/ui/share-label.ts';
import { Slider } from '../../../components/ui/slider.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { levelNames } from '../labels.ts';
import { LineLoading } from './line-loading.tsx';

/** A creator's call settings: whether they take calls, and the price of a started minute. */
export function LineSettings() {
  const { data, error } = useQuery(queryOf('getCallSettings'));
  if (!data) return error ? null : <LineLoading />;
  return <Line key={`${data.available}/${data.creditsPerMinute}`} settings={data} />;
}

function Line({ settings }: { settings: Answer<'getCallSettings'> }) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [rate, setRate] = useState(settings.creditsPerMinute);
  const save = useMutation({
    mutationFn: (body: { available: boolean; creditsPerMinute: number }) => api.setCallSettings({ body }),
    onSuccess: (answer) => {
      client.setQueryData(keyOf('getCallSettings'), answer);
      toast({ title: answer.available ? t`You take calls while you are online` : t`You take no calls` });
    },
    onError: fail,
  });
  const shareLabel = useShareLabel();
  return (
    <section aria-label={t`Your line`} className="mt-6 rounded-card bg-surface-1 px-5 py-3 lg:max-w-[560px]">
      <Switch
        checked={settings.available}
        disabled={save.isPending}
        onChange={(available) => save.mutate({ available, creditsPerMinute: rate })}
        label={<Trans>Take video calls</Trans>}
        description={t`Members can ring you while a page of yours is open.`}
      />
      <Slider
        className="border-line border-t pt-3"
        label={<Trans>A started minute</Trans>}
        min={callRates.lowest}
        max={callRates.highest}
        value={rate}
        onChange={setRate}
        format={(value) => t`${value} credits`}
      />
      <p className="mt-2 pb-2 text-meta text-muted">
        {i18n._(levelNames[callBandOf(rate)])} · {shareLabel(rate)}
      </p>
      {rate === settings.creditsPerMinute ? null : (
        <Button
          size="sm"
          variant="bone"
          className="mb-2"
          busy={save.isPending}
          busyLabel={<Trans>Saving</Trans>}
          onClick={() => save.mutate({ available: settings.available, creditsPerMinute: rate })}
        >
          <Trans>Save price</Trans>
        </Button>
      )}
    </section>
  );
}
