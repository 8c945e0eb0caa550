import { expect, it } from 'vitest';
import { consentWordingFor, consentWordings, findConsentWording } from './consents.ts';

it('names what is agreed to: a picture, pictures, a video, a sound, or both kinds', () => {
  const beginnings = (
    [[], ['image'], ['image', 'image'], ['video'], ['audio'], ['image', 'video'], ['video', 'video']] as const
  ).map((types) => consentWordingFor(types).text.split(' and 18')[0]);
  expect(beginnings).toEqual([
    'I am in this picture',
    'I am in this picture',
    'I am in these pictures',
    'I am in this video',
    'I can be heard in this sound',
    'I am in these pictures and videos',
    'I am in these pictures and videos',
  ]);
});

it('keeps every wording under a number of its own, and says where and until when', () => {
  expect(consentWordings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { number, text } of consentWordings.slice(1)) {
    expect(findConsentWording(number)?.text).toBe(text);
    expect(text).toContain('published and sold on Vlam, and only there, until I take this back.');
  }
  expect(consentWordingFor(['image']).number).toBe(2);
});
