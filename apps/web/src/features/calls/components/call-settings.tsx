import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import type { OwnMedia } from '../media.ts';
import type { CallSession, SessionState } from '../session.ts';
import { DeviceFields } from './device-fields.tsx';

interface CallSettingsProps {
  open: boolean;
  media: OwnMedia;
  session: CallSession | null;
  state: SessionState | null;
  onClose(): void;
}

/** During a call: which devices, and whether pictures are worth their data. */
export function CallSettings({ open, media, session, state, onClose }: CallSettingsProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Devices and data</Trans>}>
      <Switch
        checked={state?.audioOnly !== null}
        onChange={(on) => session?.setAudioOnly(on)}
        label={<Trans>Sound only</Trans>}
        description={t`No pictures in either direction. Talking takes about half a megabyte a minute.`}
      />
      <p className="border-line border-t py-3 text-muted text-sm tabular-nums">
        <Trans>This call takes about {state?.megabytes.toFixed(1) ?? '0.0'} MB a minute now.</Trans>
      </p>
      <DeviceFields media={media} />
      <Button className="mt-4" onClick={() => void media.nextCamera()}>
        <Trans>Switch camera</Trans>
      </Button>
    </Sheet>
  );
}
