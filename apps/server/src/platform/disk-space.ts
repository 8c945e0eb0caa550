import { statfs } from 'node:fs/promises';

/** Room on the disk of a folder, in bytes. */
export async function readDiskSpace(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
