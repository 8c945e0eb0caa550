import { type RegistrationAnswers, registrationFields } from '@vlam/contract/rules/film-board';
import type { Config } from '../../platform/config.ts';
import type { RegistrationRow } from './store.ts';

const none = Object.fromEntries(registrationFields.map((name) => [name, ''])) as RegistrationAnswers;

/** The seven answers, sealed together for their application. */
export function createAnswers({ keys }: Pick<Config, 'keys'>) {
  const sealer = keys.sealer('film-board registrations');
  return {
    seal: (id: string, answers: RegistrationAnswers): Buffer =>
      sealer.seal(JSON.stringify(registrationFields.map((name) => answers[name])), id),
    open({ id, answers_sealed: sealed }: Pick<RegistrationRow, 'id' | 'answers_sealed'>): RegistrationAnswers {
      if (!sealed) return none;
      const values = JSON.parse(sealer.open(sealed, id)) as string[];
      return Object.fromEntries(registrationFields.map((name, at) => [name, values[at] ?? ''])) as RegistrationAnswers;
    },
  };
}
export type Answers = ReturnType<typeof createAnswers>;

export const isSame = (one: RegistrationAnswers, other: RegistrationAnswers): boolean =>
  registrationFields.every((name) => one[name] === other[name]);
