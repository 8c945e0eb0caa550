import * as z from 'zod/mini';
import { languages } from './constants.ts';
import { operation } from './operation.ts';

const language = z.object({ language: z.enum(languages) });

export const languageOperations = {
  setAccountLanguage: operation({
    method: 'PUT',
    path: '/api/account/language',
    summary: "Choose the language of the caller's mails, and of the app where they sign in",
    access: 'member',
    beforeAgeCheck: true,
    rate: 'write',
    body: z.strictObject({ language: z.enum(languages) }),
    response: language,
    errors: ['VALIDATION_FAILED'],
  }),
};
