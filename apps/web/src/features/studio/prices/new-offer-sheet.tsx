import { Trans, useLingui } from '@lingui/react/macro';
import { offerCode, offerPercent, offerUses, trialDays } from '@vlam/contract/rules/subscription-terms';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { useState } from 'react';
import { OwnTierRows } from '../../../components/pay/from-tier.tsx';
import { RadioRows, Segment } from '../../../components/ui/choice.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { useCreateOffer } from './api.ts';
import { OfferLinkSheet } from './offer-link-sheet.tsx';

const within = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** Makes a trial or a code; afterwards it shows the link. */
export function NewOfferSheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<'trial' | 'percent'>('trial');
  const [form, setForm] = useState({ value: '7', code: '', limit: '50', lastDay: '' });
  const [audience, setAudience] = useState<'new' | 'anyone'>('new');
  const [tier, setTier] = useState<TierNumber>(1);
  const [tried, setTried] = useState(false);
  const create = useCreateOffer(() => undefined);
  if (create.data) return <OfferLinkSheet offer={create.data} onClose={onClose} />;
  const bounds = kind === 'trial' ? trialDays : offerPercent;
  const { min, max } = bounds;
  const code = form.code.trim().toUpperCase();
  const isRight = {
    value: within(form.value, bounds),
    code: offerCode.test(code),
    limit: within(form.limit, offerUses),
  };
  const input = (name: keyof typeof form) => ({
    name,
    value: form[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => setForm({ ...form, [name]: event.currentTarget.value }),
  });
  const submit = () => {
    setTried(true);
    if (!isRight.value || !isRight.code || !isRight.limit) return;
    create.mutate({
      ...{ kind, code, audience, value: Number(form.value), limit: Number(form.limit) },
      ...(tier > 1 ? { tier } : {}),
      lastDay: form.lastDay || null,
    });
  };
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>New trial or code</Trans>}
      action={<Trans>Make it</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={create.isPending}
      onSubmit={submit}
    >
      <Segment
        label={t`Kind of offer`}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setForm({ ...form, value: next === 'trial' ? '7' : '20' });
        }}
        options={[
          { value: 'trial', label: <Trans>Free days</Trans> },
          { value: 'percent', label: <Trans>Less at first</Trans> },
        ]}
      />
      <OwnTierRows<TierNumber>
        legend={kind === 'trial' ? <Trans>Opens</Trans> : <Trans>Lowers the first payment of</Trans>}
        value={tier}
        onChange={setTier}
      />
      <Field
        label={kind === 'trial' ? <Trans>How many days</Trans> : <Trans>Percent off the first payment</Trans>}
        help={
          kind === 'trial' ? (
            <Trans>It ends by itself. Nobody is charged unless they choose to go on.</Trans>
          ) : (
            <Trans>The price after it is said beside it.</Trans>
          )
        }
        error={
          tried && !isRight.value ? (
            <Trans>
              A whole number from {min} to {max}
            </Trans>
          ) : null
        }
      >
        <TextInput {...input('value')} inputMode="numeric" maxLength={2} />
      </Field>
      <Field
        label={<Trans>Code</Trans>}
        help={<Trans>3 to 20 letters and digits. It is part of the link.</Trans>}
        error={tried && !isRight.code ? <Trans>Use 3 to 20 letters and digits</Trans> : null}
      >
        <TextInput
          {...input('code')}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="uppercase"
        />
      </Field>
      <Field
        label={<Trans>How many may take it</Trans>}
        error={tried && !isRight.limit ? <Trans>A whole number from 1 to 10000</Trans> : null}
      >
        <TextInput {...input('limit')} inputMode="numeric" maxLength={5} />
      </Field>
      <Field label={<Trans>Last day, if there is one</Trans>}>
        <TextInput {...input('lastDay')} type="date" />
      </Field>
      <RadioRows
        legend={<Trans>For whom</Trans>}
        value={audience}
        onChange={setAudience}
        options={[
          { value: 'new', label: <Trans>New people</Trans>, description: <Trans>Who never subscribed to you</Trans> },
          {
            value: 'anyone',
            label: <Trans>Former subscribers too</Trans>,
            description: <Trans>Everyone without a running subscription</Trans>,
          },
        ]}
      />
    </FormSheet>
  );
}
