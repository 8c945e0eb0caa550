import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { findAddresses, hashAddresses, pickAddresses } from './addresses.ts';

it('finds each address of a typed list once', () => {
  const typed = 'Naledi <Naledi@Family.test>, thabo+x@firm.co.za; naledi@family.test\nno address, 082 555 0100';
  expect(findAddresses(typed)).toEqual(['naledi@family.test', 'thabo@firm.co.za']);
});

it('finds the addresses of a file of contacts, of lines that are folded too', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Naledi',
    'EMAIL;TYPE=INTERNET;TYPE=HOME:naledi.of.the.long.name@fam',
    ' ily.test',
    'item1.EMAIL:work@firm.co.za',
    'EMAIL:mailto:third@firm.co.za',
    'TEL:+27825550100',
    'END:VCARD',
  ].join('\r\n');
  expect(findAddresses(card)).toEqual(['naledi.of.the.long.name@family.test', 'work@firm.co.za', 'third@firm.co.za']);
});

it('hashes as the server does', async () => {
  const key = Buffer.alloc(32, 7);
  const expected = createHmac('sha256', key).update('naledi@family.test').digest('base64url');
  expect(await hashAddresses(key.toString('base64url'), ['naledi@family.test'])).toEqual([expected]);
});

it('takes the addresses of chosen contacts, also when some have none', async () => {
  const select = async () => [{ email: ['A@family.test', 'b@family.test'] }, {}, { email: ['a@family.test'] }];
  expect(await pickAddresses({ select })).toEqual(['a@family.test', 'b@family.test']);
});
