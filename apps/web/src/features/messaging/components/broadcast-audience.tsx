import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { queryOf } from '../../../lib/api.ts';
import type { AudienceKind } from './broadcast-filters.tsx';

/** An audience as it is chosen: of kind `list` once a list is chosen too. */
export interface ChosenAudience {
  kind: AudienceKind;
  listId?: string | undefined;
}

const audienceNames: Record<AudienceKind, MessageDescriptor> = {
  subscribers: msg`Subscribers`,
  'past-subscribers': msg`Past subscribers`,
  followers: msg`Followers`,
  buyers: msg`Everybody who has bought from you`,
  list: msg`One of my lists`,
};

/** Names of audiences; of a list its own name. */
export function useAudienceName(): (audience: ChosenAudience) => string {
  const { i18n } = useLingui();
  const { data: lists } = useQuery(queryOf('listFanLists'));
  return ({ kind, listId }) => lists?.find(({ id }) => id === listId)?.name ?? i18n._(audienceNames[kind]);
}

interface AudienceFieldProps {
  label: ReactNode;
  name: string;
  value: ChosenAudience;
  onChange(value: ChosenAudience): void;
}

/** Chooses an audience: a group, or one of the creator's own lists. */
export function AudienceField({ label, name, value, onChange }: AudienceFieldProps) {
  const { i18n } = useLingui();
  const { data: lists } = useQuery(queryOf('listFanLists'));
  const groups = (Object.keys(audienceNames) as AudienceKind[]).filter((kind) => kind !== 'list');
  return (
    <Field label={label}>
      <Select
        name={name}
        value={value.listId ?? value.kind}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          const group = groups.find((kind) => kind === chosen);
          onChange(group ? { kind: group } : { kind: 'list', listId: chosen });
        }}
        options={[
          ...groups.map((kind) => ({ value: kind as string, label: i18n._(audienceNames[kind]) })),
          ...(lists ?? []).map(({ id, name: own }) => ({ value: id, label: own })),
        ]}
      />
    </Field>
  );
}

/** Says at which prices people get a broadcast. */
export function PriceLine({ prices }: { prices: readonly { price: number; recipients: number }[] }) {
  if (prices.length < 2) return null;
  return (
    <ul className="text-muted text-sm tabular-nums">
      {prices.map(({ price, recipients }) => (
        <li key={price}>
          {price === 0 ? (
            <Trans comment="People who get a message without paying">{recipients} for free</Trans>
          ) : (
            <Trans comment="People who get a message at a price">
              {recipients} for {price} credits
            </Trans>
          )}
        </li>
      ))}
    </ul>
  );
}
