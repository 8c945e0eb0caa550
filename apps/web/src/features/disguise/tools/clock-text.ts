/** `04:36`, or `1:04:36` from an hour on; whole seconds. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(seconds % 60)}`;
}
