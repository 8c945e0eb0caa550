import { describe, expect, it } from 'vitest';
import { parseTarget } from './address.ts';

const site = 'https://vlam.example';
const id = '0198c0de-0000-7000-8000-000000000008';
const key = 'k'.repeat(32);

describe('an address of a complaint', () => {
  it.each([
    [`${site}/creator/x?item=${id}`, 'content'],
    [`vlam.example/profile/y?item=${id}&a=b`, 'content'],
    [`/watch/${id}`, 'content'],
    [`${site}/m/${id}/1080.webp?e=1&s=x`, 'media'],
    [`${site}/img/o/${key}-card.webp`, 'photo'],
    [`${site}/creator/${id}`, 'profile'],
    [`creator/${id}`, 'profile'],
    [`${site}/live/${id}`, 'live'],
    [`${site}/marketplace?bundle=${id}`, 'bundle'],
  ])('%s names its %s', (address, type) => {
    expect(parseTarget(address, site)).toEqual({ type, id: type === 'photo' ? key : id });
  });

  it.each([
    `https://evil.example/watch/${id}`,
    `https://vlam.example.evil.example/watch/${id}`,
    `https://vlam.example@evil.example/watch/${id}`,
    `javascript:alert(1)//vlam.example/watch/${id}`,
    `file:///watch/${id}`,
    `//evil.example/watch/${id}`,
    `${site}/messages`,
    `${site}/watch/not-an-id`,
    `${site}/watch/${id}'--`,
    'the picture of me at the pool',
    '',
    'http://[',
  ])('%s names nothing', (address) => {
    expect(parseTarget(address, site)).toBeNull();
  });
});
