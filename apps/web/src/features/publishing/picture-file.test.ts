import { expect, it } from 'vitest';
import { fileSize, refusalOf } from './picture-file.ts';

const file = { name: 'blue.jpg', type: 'image/jpeg', size: 1000 };

it('takes JPEG, PNG and WebP up to 25 MB', () => {
  expect(refusalOf(file)).toBeNull();
  expect(refusalOf({ ...file, type: 'image/webp', size: 25 * 1024 ** 2 })).toBeNull();
  expect(refusalOf({ ...file, size: 25 * 1024 ** 2 + 1 })).toBe('size');
  expect(refusalOf({ ...file, size: 0 })).toBe('empty');
});

it('names what it does not take', () => {
  expect(refusalOf({ ...file, name: 'IMG_1.HEIC', type: '' })).toBe('heic');
  expect(refusalOf({ ...file, type: 'image/heif' })).toBe('heic');
  expect(refusalOf({ ...file, type: 'video/mp4' })).toBe('coming');
  expect(refusalOf({ ...file, type: 'image/gif' })).toBe('type');
});

it('writes sizes', () => {
  expect(fileSize(3.44 * 1024 ** 2)).toBe('3.4 MB');
  expect(fileSize(640 * 1024)).toBe('640 KB');
});
