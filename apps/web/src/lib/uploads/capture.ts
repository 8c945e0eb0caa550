import { type DeviceProblem, problemOf } from '../own-media.ts';
import { createStore, type Store } from '../store.ts';
import type { UploadKind } from './file-rules.ts';

export interface CaptureState {
  /** The live camera; null before it is open and while a result is shown. */
  stream: MediaStream | null;
  problem: DeviceProblem | null;
  /** When the recording began, in milliseconds since 1970. */
  recordingSince: number | null;
  /** The photo or recording, to be looked at before it is used. */
  taken: { file: File; url: string } | null;
  /** Number of cameras of this device. */
  cameras: number;
}

export interface Capture extends Store<CaptureState> {
  /** Opens what is needed of camera and microphone. Also discards what was taken. */
  open(): Promise<void>;
  /** Changes between the front and the back camera. */
  flip(): Promise<void>;
  /** Keeps the picture that `view` shows. */
  takePhoto(view: HTMLVideoElement): Promise<void>;
  record(): void;
  stopRecording(): void;
  /** Ends everything; the camera's light goes out. */
  close(): void;
}

/** Containers in the order the server prefers them; each with its type as a file. */
const videoRecordings = [
  { mimeType: 'video/mp4;codecs=avc1.42E01F,mp4a.40.2', type: 'video/mp4', ending: 'mp4' },
  { mimeType: 'video/webm;codecs=vp8,opus', type: 'video/webm', ending: 'webm' },
  { mimeType: 'video/mp4', type: 'video/mp4', ending: 'mp4' },
] as const;
const soundRecordings = [
  { mimeType: 'audio/webm;codecs=opus', type: 'audio/webm', ending: 'webm' },
  { mimeType: 'audio/mp4', type: 'audio/mp4', ending: 'm4a' },
] as const;

const nothing: CaptureState = { stream: null, problem: null, recordingSince: null, taken: null, cameras: 0 };

/** Takes a photo, or records a clip or a sound, with this device's camera and microphone. */
export function createCapture(kind: UploadKind): Capture {
  const store = createStore(nothing);
  const change = (part: Partial<CaptureState>) => store.set((state) => ({ ...state, ...part }));
  let facingMode: 'user' | 'environment' = 'user';
  let recorder: MediaRecorder | null = null;
  /** Counts openings, so that a camera that answers too late is closed again. */
  let turn = 0;

  function closeCamera(): void {
    for (const track of store.get().stream?.getTracks() ?? []) track.stop();
    change({ stream: null, recordingSince: null });
  }

  function discard(): void {
    const { taken } = store.get();
    if (taken) URL.revokeObjectURL(taken.url);
    change({ taken: null });
  }

  function keep(parts: Blob[], type: string, ending: string): void {
    closeCamera();
    const file = new File(parts, `${kind === 'image' ? 'photo' : 'recording'}.${ending}`, { type });
    if (file.size > 0) change({ taken: { file, url: URL.createObjectURL(file) } });
  }

  const capture: Capture = {
    ...store,
    async open() {
      discard();
      closeCamera();
      turn += 1;
      const mine = turn;
      change({ problem: null });
      try {
        const stream = await navigator.mediaDevices.getUserMedia({
          video: kind !== 'audio' && { facingMode, width: { ideal: 1920 }, height: { ideal: 1080 } },
          audio: kind !== 'image',
        });
        if (mine !== turn) for (const track of stream.getTracks()) track.stop();
        else change({ stream });
        const devices = await navigator.mediaDevices.enumerateDevices();
        if (mine === turn) change({ cameras: devices.filter((device) => device.kind === 'videoinput').length });
      } catch (error) {
        if (mine === turn) change({ problem: problemOf(error) });
      }
    },
    async flip() {
      facingMode = facingMode === 'user' ? 'environment' : 'user';
      await capture.open();
    },
    async takePhoto(view) {
      // Pressed before the camera's first picture.
      if (view.videoWidth === 0) await new Promise((done) => view.addEventListener('loadeddata', done, { once: true }));
      const canvas = document.createElement('canvas');
      canvas.width = view.videoWidth;
      canvas.height = view.videoHeight;
      canvas.getContext('2d')?.drawImage(view, 0, 0);
      const photo = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.95));
      if (photo && store.get().stream) keep([photo], 'image/jpeg', 'jpg');
    },
    record() {
      const { stream } = store.get();
      const format = (kind === 'audio' ? soundRecordings : videoRecordings).find(({ mimeType }) =>
        MediaRecorder.isTypeSupported(mimeType),
      );
      if (!stream || !format) return change({ problem: 'missing' });
      const parts: Blob[] = [];
      const current = new MediaRecorder(stream, { mimeType: format.mimeType, videoBitsPerSecond: 4_000_000 });
      recorder = current;
      current.ondataavailable = ({ data }) => void parts.push(data);
      current.onstop = () => {
        if (recorder === current) keep(parts, format.type, format.ending);
      };
      current.start(1_000);
      change({ recordingSince: Date.now() });
    },
    stopRecording() {
      if (recorder?.state === 'recording') recorder.stop();
    },
    close() {
      turn += 1;
      recorder = null;
      closeCamera();
      discard();
    },
  };
  return capture;
}
