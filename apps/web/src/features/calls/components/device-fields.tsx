import { Trans, useLingui } from '@lingui/react/macro';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import type { OwnMedia } from '../../../lib/own-media.ts';
import { useStore } from '../../../lib/store.ts';

/** Selects of microphone and camera, where there are several. */
export function DeviceFields({ media }: { media: OwnMedia }) {
  const { t } = useLingui();
  const { devices } = useStore(media);
  const optionsOf = (kind: MediaDeviceKind) =>
    devices
      .filter((device) => device.kind === kind && device.deviceId)
      .map(({ deviceId, label }, index) => ({ value: deviceId, label: label || t`Device ${index + 1}` }));
  const [microphones, cameras] = [optionsOf('audioinput'), optionsOf('videoinput')];
  const now = (kind: 'audio' | 'video') => media.track(kind)?.getSettings().deviceId ?? '';
  return (
    <div className="grid gap-4">
      {microphones.length > 1 ? (
        <Field label={<Trans>Microphone</Trans>}>
          <Select
            options={microphones}
            placeholder={t`Choose`}
            value={now('audio')}
            onChange={(event) => void media.choose('audio', event.currentTarget.value)}
          />
        </Field>
      ) : null}
      {cameras.length > 1 ? (
        <Field label={<Trans>Camera</Trans>}>
          <Select
            options={cameras}
            placeholder={t`Choose`}
            value={now('video')}
            onChange={(event) => void media.choose('video', event.currentTarget.value)}
          />
        </Field>
      ) : null}
    </div>
  );
}
