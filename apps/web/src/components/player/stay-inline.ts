/** Safari's own full screen of a video, which shows the element alone, without its rating. */
interface NativeVideo extends HTMLVideoElement {
  webkitExitFullscreen?(): void;
}

/** Takes a video back from that full screen, whose button cannot be hidden, and plays on. Returns what ends it. */
export function stayInline(video: NativeVideo, onTakenBack?: () => void): () => void {
  const takeBack = () => {
    if (!video.webkitExitFullscreen) return;
    const wasPaused = video.paused;
    // An iPhone pauses what leaves its full screen.
    const goOn = () => void (wasPaused || video.play().catch(() => undefined));
    video.addEventListener('webkitendfullscreen', goOn, { once: true });
    video.webkitExitFullscreen();
    onTakenBack?.();
  };
  video.addEventListener('webkitbeginfullscreen', takeBack);
  return () => video.removeEventListener('webkitbeginfullscreen', takeBack);
}
