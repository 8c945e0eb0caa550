import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnLinks as Answer } from '@vlam/contract/profiles-links';
import { linkLimits } from '@vlam/contract/rules/links';
import Copy from 'lucide-react/icons/copy';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { api, fieldErrorsOf, keyOf, queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useShare } from '../use-share.ts';

/** Which of a creator's links people came by; `url` is the address that the labels are added to. */
export function OwnLinks({ url }: { url: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const { data } = useQuery(queryOf('ownLinks'));
  const [written, setWritten] = useState('');
  const label = written.trim().toLowerCase().replace(/\s+/g, '-');
  const keep = (answer: Answer) => client.setQueryData(keyOf('ownLinks'), answer);
  const add = useMutation({
    mutationFn: () => api.addLink({ body: { label } }),
    onSuccess: (answer) => {
      keep(answer);
      setWritten('');
    },
    onError: (error) => {
      if (!fieldErrorsOf(error).label) fail(error);
    },
  });
  const remove = useMutation({
    mutationFn: (gone: string) => api.removeLink({ params: { label: gone } }),
    onSuccess: keep,
    onError: fail,
  });
  if (!data) return null;
  return (
    <section className="mt-7">
      <h3 className="d4">
        <Trans>Where people come from</Trans>
      </h3>
      <p className="mt-1 text-meta text-muted">
        <Trans>
          A link with a label counts each person once a day, without keeping who. Counts stay for {linkLimits.days}{' '}
          days.
        </Trans>
      </p>
      <ul className="mt-2">
        {data.links.map((link) => (
          <LinkRow
            key={link.label}
            link={link}
            url={`${url}?from=${link.label}`}
            removing={remove.isPending}
            onRemove={() => remove.mutate(link.label)}
          />
        ))}
      </ul>
      {data.links.length < linkLimits.labels ? (
        <form
          noValidate
          className="mt-3 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (label && !add.isPending) add.mutate();
          }}
        >
          <Field
            className="flex-1"
            label={<Trans>New label</Trans>}
            error={add.isError ? fieldErrorsOf(add.error).label : undefined}
          >
            <TextInput
              name="label"
              value={written}
              placeholder={t`flyer`}
              autoCapitalize="none"
              autoComplete="off"
              maxLength={linkLimits.length}
              onChange={(event) => {
                setWritten(event.target.value);
                if (add.isError) add.reset();
              }}
            />
          </Field>
          <Button type="submit" size="lg" busy={add.isPending} busyLabel={<Trans>Adding</Trans>} disabled={!label}>
            <Trans>Add</Trans>
          </Button>
        </form>
      ) : null}
    </section>
  );
}

interface LinkRowProps {
  link: Answer['links'][number];
  url: string;
  removing: boolean;
  onRemove(): void;
}

function LinkRow({ link, url, removing, onRemove }: LinkRowProps) {
  const { t } = useLingui();
  const { copy } = useShare(url);
  const { label, today, visits } = link;
  return (
    <li className="flex min-h-13 items-center gap-2 border-line border-b">
      <span className="min-w-0 flex-1">
        <b className="block wrap-anywhere font-semibold">{label}</b>
        <span className="text-meta text-muted">
          <Plural value={visits} one="# visit" other="# visits" />, <Trans>{today} today</Trans>
        </span>
      </span>
      <IconButton label={t`Copy the link for ${label}`} onClick={() => void copy()}>
        <Copy size={18} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t`Remove ${label}`} disabled={removing} onClick={onRemove}>
        <Trash size={18} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
