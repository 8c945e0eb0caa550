import { expect, it } from 'vitest';
import { thumbnailOf } from './thumbnail.ts';

const item = { sources: [], mediaUrl: '/m/file', previewUrl: '/veil' };

it('takes the smallest size of a picture or film, else the picture, else the preview', () => {
  const sources = [{ width: 320, webp: '/m/small' }] as never;
  expect(thumbnailOf({ ...item, mediaType: 'video', sources })).toBe('/m/small');
  expect(thumbnailOf({ ...item, mediaType: 'image' })).toBe('/m/file');
  expect(thumbnailOf({ ...item, mediaType: 'image', mediaUrl: null })).toBe('/veil');
});

it('never takes the address of sound or of a film for a picture', () => {
  expect(thumbnailOf({ ...item, mediaType: 'audio' })).toBe('/veil');
  expect(thumbnailOf({ ...item, mediaType: 'video' })).toBe('/veil');
});
