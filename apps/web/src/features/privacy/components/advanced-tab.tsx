import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Switch } from '../../../components/ui/choice.tsx';
import { queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { savePrivacy } from '../switch-incognito.ts';

const row = 'border-line border-b';
const nothing = () => undefined;

/** Four switches: the first has an effect, and the others say why they stand as they do. */
export function AdvancedTab() {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const { data } = useQuery(queryOf('privacySettings'));
  const [wanted, setWanted] = useState<boolean>();
  const hidden = wanted ?? data?.locationPrivacy.hidden ?? false;
  const secure = window.isSecureContext && location.protocol === 'https:';
  const hide = (on: boolean) => {
    setWanted(on);
    savePrivacy(client, { locationPrivacy: { hidden: on } })
      .catch(fail)
      .finally(() => setWanted(undefined));
  };
  return (
    <>
      <Switch
        className={row}
        disabled={!data || wanted !== undefined}
        checked={hidden}
        onChange={hide}
        label={<Trans>Location privacy</Trans>}
        description={
          <Trans>
            On: you appear in no list of people, near or far. Off: others see your city and whole kilometres, never less
            than 2. Nobody ever sees your position.
          </Trans>
        }
      />
      <Switch
        className={row}
        disabled
        checked={false}
        onChange={nothing}
        label={<Trans>Browser history</Trans>}
        description={
          <Trans>
            A page cannot delete from your browser's history. Use a private window; "Clear data on exit" at least puts
            the address back to the first page.
          </Trans>
        }
      />
      <Switch
        className={row}
        disabled
        checked
        onChange={nothing}
        label={<Trans>Analytics blocking</Trans>}
        description={<Trans>Always on: these pages load nothing of other companies and send nothing to them.</Trans>}
      />
      <Switch
        className={row}
        disabled
        checked={secure}
        onChange={nothing}
        label={<Trans>Secure connections</Trans>}
        description={
          secure
            ? t`Locked on: everything between you and Vlam is encrypted.`
            : t`This copy of Vlam is opened without https, so the connection is not encrypted.`
        }
      />
    </>
  );
}
