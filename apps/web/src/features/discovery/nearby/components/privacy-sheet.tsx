import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { provinceCodes, provinces } from '@vlam/contract/constants';
import { Chip } from '../../../../components/ui/chip.tsx';
import { Switch } from '../../../../components/ui/choice.tsx';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';
import { messageOf, queryOf } from '../../../../lib/api.ts';
import { useCurrentUser } from '../../../../lib/session.ts';
import { toastError } from '../../../../lib/toast.ts';
import { type PrivacySettings, useSetPrivacy } from '../api.ts';
import { BlockList } from './block-list.tsx';

/** Visibility settings: hidden, incognito, provinces and blocked people. Each takes effect at once. */
export function PrivacySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('privacySettings'), enabled: open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Who sees you</Trans>}
      intro={<Trans>Changes apply immediately, everywhere in Vlam.</Trans>}
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
  const isCreator = useCurrentUser()?.creator !== undefined;
  const save = useSetPrivacy({ onError: (error) => toastError(t`This was not changed`, messageOf(error)) });
  const {
    incognito,
    locationPrivacy: { hidden, blockedProvinces: blocked },
  } = settings;
  return (
    <div className="grid gap-6">
      <div>
        <Switch
          checked={hidden}
          onChange={(on) => save.mutate({ locationPrivacy: { hidden: on } })}
          label={<Trans>Hide me</Trans>}
          description={<Trans>You appear in no list of people, near or far.</Trans>}
        />
        <Switch
          checked={incognito}
          onChange={(on) => save.mutate({ incognito: on })}
          label={<Trans>Incognito</Trans>}
          description={<Trans>Only people you sent a flame or wrote to can see you. Nobody sees you online.</Trans>}
        />
        {isCreator ? (
          <p className="max-w-[52ch] pr-17 text-muted text-sm">
            <Trans>
              As a creator you disappear too: new people cannot find your page, posts or bundles, your subscribers no
              longer see them either, and their subscriptions are not renewed.
            </Trans>
          </p>
        ) : null}
        <p role="status" className="mt-2 text-faint text-sm empty:mt-0">
          {save.isPending ? t`Saving` : ''}
        </p>
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
