import {
  missingAnswer,
  type RegistrationAnswers,
  registrationFields,
  registrationLimits,
} from '@vlam/contract/rules/film-board';
import type { FieldErrors } from '../../lib/form.ts';

export const emptyAnswers = Object.fromEntries(registrationFields.map((name) => [name, ''])) as RegistrationAnswers;

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Error messages by field; the same texts as the server's. */
export function checkRegistration(answers: RegistrationAnswers): FieldErrors {
  return Object.fromEntries(
    registrationFields.flatMap((name) => {
      const text = answers[name].trim();
      const isValid =
        text !== '' && text.length <= registrationLimits[name] && (name !== 'email' || looksLikeEmail(text));
      return isValid ? [] : [[name, missingAnswer[name]]];
    }),
  );
}
