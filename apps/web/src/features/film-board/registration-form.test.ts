import { registrationFields } from '@vlam/contract/rules/film-board';
import { expect, it } from 'vitest';
import { checkRegistration, emptyAnswers } from './registration-form.ts';

const complete = {
  businessName: 'Studio Zes (Pty) Ltd',
  registrationNumber: '2024/118342/07',
  contactPerson: 'Anika van der Merwe',
  email: 'anika@studiozes.example',
  phone: '012 555 0190',
  businessAddress: '14 Burnett Street, Pretoria 0083',
  platformDescription: 'Drawings and studio diaries.',
};

it('asks for every one of the seven answers', () => {
  expect(Object.keys(checkRegistration(emptyAnswers))).toEqual(registrationFields);
  expect(checkRegistration(complete)).toEqual({});
  expect(Object.keys(checkRegistration({ ...complete, phone: '  ' }))).toEqual(['phone']);
});

it.each(['anika@studiozes', 'anika studiozes.example', '@studiozes.example'])('takes no email such as %s', (email) => {
  expect(checkRegistration({ ...complete, email })).toEqual({ email: 'Please enter a valid email address' });
});
