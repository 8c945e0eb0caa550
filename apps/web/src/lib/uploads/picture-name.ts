/** True for Apple's picture format, which Safari can read and other browsers cannot. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type);
