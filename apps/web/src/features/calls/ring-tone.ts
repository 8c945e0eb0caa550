/** Rings with two soft tones every 2.5 s and vibrates; silent where the browser requires a tap first. */
export function startRinging(): () => void {
  let audio: AudioContext | null = null;
  const ring = () => {
    if (navigator.userActivation?.hasBeenActive === false) return;
    navigator.vibrate?.([180, 120, 180]);
    try {
      audio ??= new AudioContext();
      for (const [index, hertz] of [392, 523].entries()) {
        const from = audio.currentTime + index * 0.28;
        const volume = audio.createGain();
        volume.gain.setValueAtTime(0, from);
        volume.gain.linearRampToValueAtTime(0.12, from + 0.03);
        volume.gain.exponentialRampToValueAtTime(0.001, from + 0.26);
        const tone = audio.createOscillator();
        tone.frequency.value = hertz;
        tone.connect(volume).connect(audio.destination);
        tone.start(from);
        tone.stop(from + 0.28);
      }
    } catch {
      // Without audio the screen still shows the call.
    }
  };
  ring();
  const timer = setInterval(ring, 2_500);
  return () => {
    clearInterval(timer);
    if (!audio) return;
    navigator.vibrate?.(0);
    void audio.close();
  };
}
