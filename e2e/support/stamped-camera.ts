import type { Page } from 'playwright-core';

// A camera whose picture says when it was drawn, and what reads that from a picture that came through a network: squares,
// because encoders keep those. All pages of this machine have the same clock.

const columns = 6;
const rows = 4;

/** Replaces the page's camera. Call it before the page is opened. */
export const stampCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(
    ([columns, rows]) => {
      const [width, height] = [640, 480];
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const draw = (canvas: HTMLCanvasElement) => {
        const context = canvas.getContext('2d', { alpha: false });
        const now = Math.round(performance.timeOrigin + performance.now());
        for (let bit = 0; bit < columns * rows; bit += 1) {
          if (!context) return;
          context.fillStyle = Math.floor(now / 2 ** bit) % 2 ? '#fff' : '#000';
          const [x, y] = [bit % columns, Math.floor(bit / columns)];
          context.fillRect((x * width) / columns, (y * height) / rows, width / columns, height / rows);
        }
      };
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        if (!constraints?.video) return open(constraints);
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        draw(canvas);
        setInterval(() => draw(canvas), 33);
        return canvas.captureStream(30);
      };
    },
    [columns, rows] as const,
  );

/** Milliseconds between the drawing of each picture and its appearance in this page, over `ms`. */
export const measureDelays = (page: Page, ms: number): Promise<number[]> =>
  page.locator('[data-slot="live-video"]').evaluate(
    async (video: HTMLVideoElement, { ms, columns, rows }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 12 * columns, height: 12 * rows });
      const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
      const delays: number[] = [];
      let isOver = false;
      const read = () => {
        const now = performance.timeOrigin + performance.now();
        context?.drawImage(video, 0, 0, canvas.width, canvas.height);
        let stamp = 0;
        for (let bit = 0; bit < columns * rows; bit += 1) {
          const [x, y] = [bit % columns, Math.floor(bit / columns)];
          const [light = 0] = context?.getImageData(x * 12 + 6, y * 12 + 6, 1, 1).data ?? [];
          if (light > 128) stamp += 2 ** bit;
        }
        const span = 2 ** (columns * rows);
        const delay = ((now % span) - stamp + span) % span;
        // The lowest squares change within a frame; a torn stamp is far off.
        if (delay < 60_000) delays.push(delay);
        if (!isOver) video.requestVideoFrameCallback(read);
      };
      video.requestVideoFrameCallback(read);
      await new Promise((done) => setTimeout(done, ms));
      isOver = true;
      return delays;
    },
    { ms, columns, rows },
  );

export const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
