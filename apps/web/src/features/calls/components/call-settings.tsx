import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import type { OwnMedia } from '../../../lib/own-media.ts';
import { useStore } from '../../../lib/store.ts';
import type { CallView } from '../api.ts';
import { problemTexts } from '../labels.ts';
import type { CallSession, SessionState } from '../session.ts';
import { DeviceFields } from './device-fields.tsx';

interface CallSettingsProps {
  call: CallView;
  open: boolean;
  media: OwnMedia;
  session: CallSession | null;
  state: SessionState | null;
  onClose(): void;
}

/** Settings during a call: devices, and whether to use data for video. */
export function CallSettings({ call, open, media, session, state, onClose }: CallSettingsProps) {
  const { t, i18n } = useLingui();
  const { audioProblem, videoProblem } = useStore(media);
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
      {audioProblem || videoProblem ? (
        <div className="mb-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          {audioProblem ? <p>{i18n._(problemTexts.audio[audioProblem])}</p> : null}
          {videoProblem ? <p>{i18n._(problemTexts.video[videoProblem])}</p> : null}
          <Button size="sm" className="mt-2" onClick={() => void media.open()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
      <DeviceFields media={media} />
      <div className="mt-4 flex items-center justify-between gap-3">
        <Button onClick={() => void media.nextCamera()}>
          <Trans>Switch camera</Trans>
        </Button>
        <SafetyMenu
          person={call.other}
          target={{ type: 'call', id: call.id }}
          reportTitle={<Trans>Report this call</Trans>}
        />
      </div>
    </Sheet>
  );
}
