import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { provinceCodes, provinces } from '@vlam/contract/constants';
import { Chip } from '../../../components/ui/chip.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { toastError } from '../../../lib/toast.ts';
import { type PrivacySettings, useSetPrivacy } from '../api.ts';
import { BlockList } from './block-list.tsx';

/** Hide me, incognito, provinces and people: each works from the moment it is tapped. */
export function WhoSeesMe({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('privacySettings'), enabled: open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Who sees you</Trans>}
      intro={<Trans>Each of these holds at once, everywhere in the product.</Trans>}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Settings settings={data} />
      ) : (
        <Loading label={t`Loading settings`} className="grid gap-3">
          <Skeleton className="h-15 rounded-field" />
          <Skeleton className="h-15 rounded-field" />
        </Loading>
      )}
    </Sheet>
  );
}

function Settings({ settings }: { settings: PrivacySettings }) {
  const { t } = useLingui();
  const save = useSetPrivacy({ onError: (error) => toastError(t`This was not changed`, messageOf(error)) });
  // What was tapped shows while it is on its way.
  const sent = save.isPending ? save.variables : undefined;
  const incognito = sent?.incognito ?? settings.incognito;
  const hidden = sent?.locationPrivacy?.hidden ?? settings.locationPrivacy.hidden;
  const blocked = sent?.locationPrivacy?.blockedProvinces ?? settings.locationPrivacy.blockedProvinces;
  return (
    <div className="grid gap-6">
      <div>
        <Switch
          checked={hidden}
          disabled={save.isPending}
          onChange={(on) => save.mutate({ locationPrivacy: { hidden: on } })}
          label={<Trans>Hide me</Trans>}
          description={<Trans>You appear in no list of people, near or far.</Trans>}
        />
        <Switch
          checked={incognito}
          disabled={save.isPending}
          onChange={(on) => save.mutate({ incognito: on })}
          label={<Trans>Incognito</Trans>}
          description={<Trans>Only people you sent a flame or wrote to can see you. Nobody sees you online.</Trans>}
        />
      </div>
      <fieldset className="min-w-0">
        <legend className="font-semibold">
          <Trans>Blocked provinces</Trans>
        </legend>
        <p className="mt-1 mb-3 text-muted text-sm">
          <Trans>People there do not see you, and you do not see them.</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          {provinceCodes.map((code) => {
            const on = blocked.includes(code);
            return (
              <Chip
                key={code}
                pressed={on}
                disabled={save.isPending}
                onClick={() =>
                  save.mutate({
                    locationPrivacy: {
                      blockedProvinces: on ? blocked.filter((each) => each !== code) : [...blocked, code],
                    },
                  })
                }
              >
                {provinces[code]}
              </Chip>
            );
          })}
        </div>
      </fieldset>
      <BlockList />
    </div>
  );
}
