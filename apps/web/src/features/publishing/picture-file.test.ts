import { expect, it } from 'vitest';
import { fileRefusalOf, formatFileSize } from './picture-file.ts';

const file = { name: 'blue.jpg', type: 'image/jpeg', size: 1000 };

it('accepts JPEG, PNG and WebP up to 25 MB', () => {
  expect(fileRefusalOf(file)).toBeNull();
  expect(fileRefusalOf({ ...file, type: 'image/webp', size: 25 * 1024 ** 2 })).toBeNull();
  expect(fileRefusalOf({ ...file, size: 25 * 1024 ** 2 + 1 })).toBe('size');
  expect(fileRefusalOf({ ...file, size: 0 })).toBe('empty');
});

it('returns the reason for refused files', () => {
  expect(fileRefusalOf({ ...file, name: 'IMG_1.HEIC', type: '' })).toBe('heic');
  expect(fileRefusalOf({ ...file, type: 'image/heif' })).toBe('heic');
  expect(fileRefusalOf({ ...file, type: 'video/mp4' })).toBe('coming');
  expect(fileRefusalOf({ ...file, type: 'image/gif' })).toBe('type');
});

it('formats sizes', () => {
  expect(formatFileSize(3.44 * 1024 ** 2)).toBe('3.4 MB');
  expect(formatFileSize(640 * 1024)).toBe('640 KB');
});
