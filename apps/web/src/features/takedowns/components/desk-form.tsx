import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { maxFingerprints, type TakedownClass } from '@vlam/contract/rules/takedowns';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Segment, Switch } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { api, queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { CaseKeys } from '../api.ts';
import type { MadeFingerprint } from '../fingerprint.ts';
import { FingerprintCard } from './fingerprint-card.tsx';
import { KindChoice } from './kind-choice.tsx';

type Where = 'fingerprint' | 'address' | 'description';

/** Columns of the desk: the left one first on phones. */
export const twoColumns =
  'lg:grid lg:max-w-[1120px] lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)] lg:items-start lg:gap-16 xl:gap-22';

/** A complaint without an account. */
export function DeskForm({ loading, onSent }: { loading: ReactNode; onSent(keys: CaseKeys): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const { data: classes, error, refetch } = useQuery(queryOf('takedownClasses'));
  const [kind, setKind] = useState<TakedownClass>('image');
  const [where, setWhere] = useState<Where>('fingerprint');
  const [made, setMade] = useState<readonly MadeFingerprint[]>([]);
  const [address, setAddress] = useState('');
  const [description, setDescription] = useState('');
  const [contact, setContact] = useState('');
  const [isDepicted, setIsDepicted] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const isEmpty = made.length === 0 && address.trim() === '' && description.trim() === '';
  const send = useMutation({
    mutationFn: () =>
      api.createTakedown({
        body: {
          class: kind,
          fingerprints: made.map(({ seconds: _seconds, ...fingerprint }) => fingerprint),
          address,
          description,
          contact,
          isDepicted: kind === 'image' || isDepicted,
        },
      }),
    onSuccess: onSent,
    onError: fail,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isEmpty && !send.isPending) send.mutate();
  };
  if (error && !classes) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!classes) return loading;
  const missing = submitted && isEmpty ? <Trans>Say where it is: a picture, an address or a description</Trans> : null;
  return (
    <form noValidate onSubmit={submit} className={twoColumns}>
      <div>
        <h1 tabIndex={-1} className="d2">
          <Trans>Have something taken down</Trans>
        </h1>
        <p className="mt-3 max-w-[460px] text-muted">
          <Trans>No account needed. A person decides, within the time shown.</Trans>
        </p>
        <div className="mt-4">
          <KindChoice classes={classes} value={kind} onChange={setKind} />
        </div>
        <h2 className="d4 mt-6">
          <Trans>Where it is</Trans>
        </h2>
        <Segment<Where>
          className="mt-3"
          label={t`Where it is`}
          value={where}
          onChange={setWhere}
          options={[
            { value: 'fingerprint', label: t`Fingerprint` },
            { value: 'address', label: t`Address` },
            { value: 'description', label: t`Description` },
          ]}
        />
      </div>
      <div className="mt-3 grid gap-4 lg:mt-0">
        {where === 'fingerprint' ? (
          <FingerprintCard
            made={made}
            max={maxFingerprints}
            onMade={(fingerprint) => setMade((before) => [...before, fingerprint])}
          />
        ) : where === 'address' ? (
          <Field
            label={<Trans>Address of the page or the picture</Trans>}
            help={<Trans>Copy it from your browser, or from the person who sent it to you.</Trans>}
            error={missing}
          >
            <TextInput
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              inputMode="url"
              autoComplete="off"
              maxLength={500}
            />
          </Field>
        ) : null}
        {where === 'fingerprint' ? null : (
          <Field
            label={
              where === 'description' ? <Trans>What it is, and where you saw it</Trans> : <Trans>What happened</Trans>
            }
            aside={where === 'description' ? undefined : <Trans>optional</Trans>}
            error={where === 'description' ? missing : null}
          >
            <TextArea
              rows={where === 'description' ? 6 : 3}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
              maxLength={2_000}
            />
          </Field>
        )}
        {where === 'fingerprint' && missing ? (
          <p role="alert" className="text-danger text-meta">
            {missing}
          </p>
        ) : null}
        {kind === 'image' ? null : (
          <Switch
            checked={isDepicted}
            onChange={setIsDepicted}
            label={<Trans>I am in it</Trans>}
            description={<Trans>Then you may always ask for another moderator</Trans>}
          />
        )}
        <Field label={<Trans>How do we reach you</Trans>} aside={<Trans>optional</Trans>}>
          <TextInput
            value={contact}
            onChange={(event) => setContact(event.currentTarget.value)}
            placeholder={t`Email or number`}
            autoComplete="off"
            maxLength={200}
          />
        </Field>
        <div>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            full
            busy={send.isPending}
            busyLabel={<Trans>Sending</Trans>}
          >
            <Trans>Send to the desk</Trans>
          </Button>
          <p className="mt-3 text-faint text-meta">
            <Trans>
              You get a case number and a PIN. In danger now? Call <a href="tel:10111">10111</a> or{' '}
              <a href="tel:0800428428">0800 428 428</a>.
            </Trans>
          </p>
        </div>
      </div>
    </form>
  );
}
