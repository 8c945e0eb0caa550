/** Whether a file's first 64 bytes are those of an MP4 or QuickTime film, or of Matroska's family (WebM). */
export function looksLikeClip(bytes: Uint8Array): boolean {
  const ascii = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (ascii(4, 8) === 'ftyp') return true;
  const isEbml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => bytes[index] === byte);
  return isEbml && ascii(0, 64).includes('webm');
}
