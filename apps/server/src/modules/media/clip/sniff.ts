/** Whether a file's first 64 bytes are those of an MP4 or QuickTime film, or of Matroska's family (WebM). */
export function looksLikeClip(bytes: Uint8Array): boolean {
  const ascii = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (ascii(4, 8) === 'ftyp') return true;
  const isEbml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => bytes[index] === byte);
  return isEbml && ascii(0, 64).includes('webm');
}

/** Whether a file's first 64 bytes are those of MP3, MP4, WAV, Ogg, WebM, FLAC or AAC. */
export function looksLikeSound(bytes: Uint8Array): boolean {
  const ascii = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (looksLikeClip(bytes)) return true;
  if (ascii(0, 3) === 'ID3' || ascii(0, 4) === 'OggS' || ascii(0, 4) === 'fLaC') return true;
  if (ascii(0, 4) === 'RIFF') return ascii(8, 12) === 'WAVE';
  // Frames of MP3 and AAC begin with eleven set bits.
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && bytes[2] !== 0xff;
}
