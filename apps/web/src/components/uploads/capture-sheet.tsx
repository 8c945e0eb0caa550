import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { clipLimits, streamLimits } from '@vlam/contract/media';
import { clsx } from 'clsx';
import Mic from 'lucide-react/icons/mic';
import SwitchCamera from 'lucide-react/icons/switch-camera';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import type { DeviceProblem } from '../../lib/own-media.ts';
import { useStore } from '../../lib/store.ts';
import { createCapture } from '../../lib/uploads/capture.ts';
import type { UploadKind } from '../../lib/uploads/file-rules.ts';
import { captureTitles } from '../../lib/uploads/messages.ts';
import { Recording } from '../player/recording.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Sheet } from '../ui/sheet.tsx';

const problemTexts: Record<DeviceProblem, MessageDescriptor> = {
  denied: msg`This site may not use your camera. Allow it in the browser's address bar, then try again.`,
  missing: msg`No camera was found on this device.`,
  busy: msg`Another program is using your camera.`,
};

const soundProblemTexts: Record<DeviceProblem, MessageDescriptor> = {
  denied: msg`This site may not use your microphone. Allow it in the browser's address bar, then try again.`,
  missing: msg`No microphone was found on this device.`,
  busy: msg`Another program is using your microphone.`,
};

interface CaptureSheetProps {
  kind: UploadKind;
  /** Over a corner of the picture, while it is taken and while it is looked at. */
  guide?: ReactNode;
  onFile(file: File): void;
  onClose(): void;
}

/** Takes a photo or records a clip or sound, shows it, and hands it over when it is wanted. */
export function CaptureSheet({ kind, guide, onFile, onClose }: CaptureSheetProps) {
  const { t, i18n } = useLingui();
  const [capture] = useState(() => createCapture(kind));
  const { stream, problem, recordingSince, taken, cameras } = useStore(capture);
  const view = useRef<HTMLVideoElement>(null);
  const isPhoto = kind === 'image';
  const isSound = kind === 'audio';
  const maxSeconds = kind === 'clip' ? clipLimits.seconds : streamLimits.seconds;
  const seconds = useSecondsSince(recordingSince);
  useEffect(() => {
    void capture.open();
    return () => capture.close();
  }, [capture]);
  useEffect(() => {
    if (view.current) view.current.srcObject = stream;
  }, [stream]);
  useEffect(() => {
    if (seconds >= maxSeconds) capture.stopRecording();
  }, [capture, seconds, maxSeconds]);
  const use = () => {
    if (!taken) return;
    onFile(taken.file);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={i18n._(captureTitles[kind])}
      actions={
        taken ? (
          <>
            <Button size="lg" onClick={() => void capture.open()}>
              <Trans>Again</Trans>
            </Button>
            <Button size="lg" variant="primary" onClick={use}>
              {isPhoto ? <Trans>Use this photo</Trans> : <Trans>Use this recording</Trans>}
            </Button>
          </>
        ) : problem ? (
          <Button size="lg" variant="bone" onClick={() => void capture.open()}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <Button
            size="lg"
            variant="primary"
            disabled={!stream}
            onClick={() => {
              if (recordingSince) capture.stopRecording();
              else if (!isPhoto) capture.record();
              else if (view.current) void capture.takePhoto(view.current);
            }}
          >
            {recordingSince ? <Trans>Stop</Trans> : isPhoto ? <Trans>Take photo</Trans> : <Trans>Record</Trans>}
          </Button>
        )
      }
    >
      <div
        className={clsx(
          'relative mt-3 grid w-full place-items-center overflow-hidden rounded-card bg-surface-2',
          isSound ? 'h-48' : 'aspect-[4/5] max-h-[56vh]',
        )}
      >
        {problem ? (
          <p role="alert" className="px-6 text-center text-muted">
            {i18n._((isSound ? soundProblemTexts : problemTexts)[problem])}
          </p>
        ) : taken ? (
          isPhoto ? (
            <img src={taken.url} alt={t`What the camera took`} className="size-full object-contain" />
          ) : (
            <Recording src={taken.url} label={t`Your recording`} isSound={isSound} />
          )
        ) : isSound ? (
          <Mic size={48} strokeWidth={1.5} className={stream ? 'text-ink' : 'text-faint'} />
        ) : (
          <video ref={view} autoPlay muted playsInline aria-label={t`Camera`} className="size-full object-contain" />
        )}
        {guide && !problem ? <div className="absolute bottom-3 left-3">{guide}</div> : null}
        {stream && cameras > 1 && !recordingSince ? (
          <IconButton
            variant="glass"
            label={t`Other camera`}
            onClick={() => void capture.flip()}
            className="absolute! top-3 right-3"
          >
            <SwitchCamera size={20} />
          </IconButton>
        ) : null}
        {recordingSince ? (
          <p className="absolute top-3 left-3 rounded-pill bg-picture-tag px-3 py-1 text-on-picture text-sm tabular-nums">
            <span className="mr-2 inline-block size-2.5 rounded-pill bg-danger" />
            {formatDuration(seconds)}
          </p>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {recordingSince ? t`Recording` : taken ? t`Look at it before you use it` : ''}
      </p>
    </Sheet>
  );
}

/** Whole seconds since a moment, counted while it is given. */
function useSecondsSince(at: number | null): number {
  const [seconds, setSeconds] = useState(0);
  const count = useEffectEvent(() => setSeconds(at === null ? 0 : Math.floor((Date.now() - at) / 1_000)));
  useEffect(() => {
    count();
    if (at === null) return;
    const timer = setInterval(() => count(), 250);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
