import { saveData } from './device.ts';
import { createStore, type Store } from './store.ts';

export type DeviceProblem = 'denied' | 'missing' | 'busy';

export interface MediaState {
  /** Permission was requested and not yet answered. */
  opening: boolean;
  /** Live tracks being sent: microphone, camera, both or none. */
  stream: MediaStream | null;
  microphone: boolean;
  camera: boolean;
  /** Why there is no microphone or camera. */
  audioProblem: DeviceProblem | null;
  videoProblem: DeviceProblem | null;
  devices: readonly MediaDeviceInfo[];
}

export interface OwnMedia extends Store<MediaState> {
  /** Requests microphone and camera; continues with sound when there is no camera. */
  open(): Promise<void>;
  /** Mutes or unmutes; the microphone stays open. */
  setMicrophone(on: boolean): void;
  /** Switches the camera off, with its light, or on again. */
  setCamera(on: boolean): Promise<void>;
  choose(kind: 'audio' | 'video', deviceId: string): Promise<void>;
  /** Switches to the next camera of this device. */
  nextCamera(): Promise<void>;
  track(kind: 'audio' | 'video'): MediaStreamTrack | null;
  close(): void;
}

const sound: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const picture: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 24, max: 30 },
  facingMode: 'user',
};

/** Why a camera or microphone did not open. */
export function problemOf(error: unknown): DeviceProblem {
  const { name } = error as DOMException;
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'TypeError' ? 'missing' : 'busy';
}

const nothing: MediaState = {
  opening: false,
  stream: null,
  microphone: false,
  camera: false,
  audioProblem: null,
  videoProblem: null,
  devices: [],
};

/** The member's own microphone and camera. With Save-Data the camera starts switched off. */
export function createOwnMedia(): OwnMedia {
  const store = createStore(nothing);
  const change = (part: Partial<MediaState>) => store.set((state) => ({ ...state, ...part }));
  let closed = false;

  async function openTrack(kind: 'audio' | 'video', deviceId?: string): Promise<MediaStreamTrack | DeviceProblem> {
    const wanted = kind === 'audio' ? sound : picture;
    const constraints = deviceId ? { ...wanted, facingMode: undefined, deviceId: { exact: deviceId } } : wanted;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ [kind]: constraints });
      const [track] = stream.getTracks();
      if (closed) track?.stop();
      return track ?? 'missing';
    } catch (error) {
      return problemOf(error);
    }
  }

  const track = (kind: 'audio' | 'video') =>
    store
      .get()
      .stream?.getTracks()
      .find((each) => each.kind === kind && each.readyState === 'live') ?? null;

  function replaceTrack(kind: 'audio' | 'video', next: MediaStreamTrack | null): void {
    const before = track(kind);
    before?.stop();
    const others = (store.get().stream?.getTracks() ?? []).filter((each) => each.kind !== kind);
    const stream = new MediaStream(next ? [...others, next] : others);
    // The camera was unplugged or taken by the system.
    if (next) next.onended = () => replaceTrack(kind, null);
    change(kind === 'audio' ? { stream, microphone: next?.enabled ?? false } : { stream, camera: next !== null });
  }

  async function openDevice(kind: 'audio' | 'video', deviceId?: string): Promise<boolean> {
    const answer = await openTrack(kind, deviceId);
    if (closed) return false;
    const problem = typeof answer === 'string' ? answer : null;
    change(kind === 'audio' ? { audioProblem: problem } : { videoProblem: problem });
    if (typeof answer === 'string') return false;
    replaceTrack(kind, answer);
    return true;
  }

  const readDevices = async () => change({ devices: await navigator.mediaDevices.enumerateDevices() });

  return {
    ...store,
    track,
    async open() {
      if (!navigator.mediaDevices) {
        change({ audioProblem: 'missing', videoProblem: 'missing' });
        return;
      }
      change({ opening: true });
      await openDevice('audio');
      if (!saveData()) await openDevice('video');
      await readDevices().catch(() => undefined);
      change({ opening: false });
    },
    setMicrophone(on) {
      const live = track('audio');
      if (live) live.enabled = on;
      change({ microphone: live !== null && on });
    },
    async setCamera(on) {
      if (on) await openDevice('video');
      else replaceTrack('video', null);
    },
    async choose(kind, deviceId) {
      const muted = kind === 'audio' && !store.get().microphone;
      if ((await openDevice(kind, deviceId)) && muted) this.setMicrophone(false);
    },
    async nextCamera() {
      const cameras = store.get().devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId);
      const now = track('video')?.getSettings().deviceId;
      const next = cameras[(cameras.findIndex(({ deviceId }) => deviceId === now) + 1) % cameras.length];
      if (next) await openDevice('video', next.deviceId);
    },
    close() {
      closed = true;
      for (const each of store.get().stream?.getTracks() ?? []) each.stop();
      store.set(nothing);
    },
  };
}
