import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** ImageMagick's program, or null where it is not installed (Debian: imagemagick). */
export function findImageMagick(): { program: string; version: string } | null {
  for (const program of ['magick', '/usr/bin/convert']) {
    const { status, stdout } = spawnSync(program, ['-version'], { encoding: 'utf8' });
    const version = /^Version: (ImageMagick \S+)/.exec(stdout ?? '')?.[1];
    if (status === 0 && version) return { program, version };
  }
  return null;
}

/**
 * Arguments that decode a picture once and write every width as WebP and AVIF, each size from the next larger one, with
 * the qualities of `process-image.ts`.
 */
export function sizesArguments(source: string, folder: string, widths: readonly number[], withAvif: boolean): string[] {
  const sizes = [...widths].sort((one, other) => other - one);
  const write = (width: number) => [
    ...[
      '(',
      '+clone',
      '-quality',
      '80',
      '-define',
      'webp:method=1',
      '-write',
      `${folder}/${width}.webp`,
      '+delete',
      ')',
    ],
    ...(withAvif
      ? [
          '(',
          '+clone',
          '-quality',
          '55',
          '-define',
          'heic:speed=9',
          '-write',
          `${folder}/${width}.avif`,
          '+delete',
          ')',
        ]
      : []),
  ];
  const steps = sizes.flatMap((width) => ['-resize', `${width}x2880>`, ...write(width)]);
  return [source, '-auto-orient', '-strip', '-colorspace', 'sRGB', ...steps, 'null:'];
}

/** Runs it to its end. Throws when it fails. */
export async function runImageMagick(program: string, args: readonly string[], threads: number): Promise<void> {
  const env = { ...process.env, MAGICK_THREAD_LIMIT: String(threads), OMP_NUM_THREADS: String(threads) };
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let errors = '';
  child.stderr.on('data', (part) => {
    errors += part;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`ImageMagick failed: ${errors.slice(0, 500)}`);
}
