import { expect, it } from 'vitest';
import { acceptedBy, acceptOf, formatFileSize, kindOfFile, sizeRefusalOf, typeRefusalOf } from './file-rules.ts';

const file = { name: 'blue.jpg', type: 'image/jpeg', size: 1000 };

it('accepts JPEG, PNG and WebP up to 25 MB, and clips up to 200 MB', () => {
  expect(typeRefusalOf(file, 'image')).toBeNull();
  expect(typeRefusalOf({ ...file, type: 'video/quicktime' }, 'clip')).toBeNull();
  expect(sizeRefusalOf(25 * 1024 ** 2, 'image')).toBeNull();
  expect(sizeRefusalOf(25 * 1024 ** 2 + 1, 'image')).toBe('image-size');
  expect(sizeRefusalOf(200 * 1024 ** 2 + 1, 'clip')).toBe('clip-size');
  expect(sizeRefusalOf(200 * 1024 ** 2 + 1, 'video')).toBeNull();
});

it('refuses other types and empty files with a reason', () => {
  expect(typeRefusalOf({ ...file, size: 0 }, 'image')).toBe('empty');
  expect(typeRefusalOf({ ...file, type: 'video/mp4' }, 'image')).toBe('image-type');
  expect(typeRefusalOf({ ...file, type: 'image/gif' }, 'image')).toBe('image-type');
  expect(typeRefusalOf(file, 'video')).toBe('video-type');
  expect(typeRefusalOf(file, 'audio')).toBe('audio-type');
});

it('knows the other names of types of sound', () => {
  for (const type of ['audio/mpeg', 'audio/x-m4a', 'audio/x-wav'])
    expect(typeRefusalOf({ ...file, type }, 'audio')).toBeNull();
});

it("offers no HEIC, so that Apple's pickers convert a photo, and tries one that arrives anyway", () => {
  expect(acceptOf.image).toBe('image/jpeg,image/png,image/webp');
  expect(typeRefusalOf({ ...file, name: 'IMG_1.HEIC', type: '' }, 'image')).toBeNull();
});

it('takes sound beside pictures and videos only where a form asks for it', () => {
  const form = { kind: 'image', isMixed: true, videos: 'clip', takesSound: true } as const;
  const sound = { ...file, type: 'audio/mpeg' };
  expect([file, { ...file, type: 'video/mp4' }, sound].map((each) => kindOfFile(each, form))).toEqual([
    ...['image', 'clip', 'audio'],
  ]);
  expect(kindOfFile(sound, { ...form, takesSound: false })).toBe('image');
  expect(acceptedBy(form).split(',')).toContain('audio/mpeg');
  expect(acceptedBy({ ...form, takesSound: false })).not.toContain('audio');
});

it('formats sizes', () => {
  expect(formatFileSize(3.44 * 1024 ** 2)).toBe('3.4 MB');
  expect(formatFileSize(640 * 1024)).toBe('640 KB');
});
