import { signUpPriceRange } from '@vlam/contract/constants';
import { registerBody } from '@vlam/contract/identity';
import { createProfileBody } from '@vlam/contract/profiles';
import * as z from 'zod/mini';
import { errorsOf } from './login-form.ts';

const samePasswords = z.refine<NewPasswordForm>((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
});

/** A password and the same once more. */
export interface NewPasswordForm {
  password: string;
  confirmPassword: string;
}
const newPasswordSchema = z
  .strictObject({ password: registerBody.shape.password, confirmPassword: z.string() })
  .check(samePasswords);
export const checkNewPassword = (form: NewPasswordForm): StepErrors => errorsOf(z.safeParse(newPasswordSchema, form));

/** Step 1 as the form holds it: what the call takes, and the password once more. */
export const accountStepSchema = z
  .strictObject({ ...registerBody.shape, confirmPassword: z.string() })
  .check(samePasswords);
export type AccountStep = z.input<typeof accountStepSchema>;

/** Step 2 as typed: numbers are text, and the switch decides whether it is a fan or a creator. */
export interface ProfileStep {
  isFan: boolean;
  displayName: string;
  bio: string;
  age: string;
  location: string;
  category: string;
  subscriptionPrice: string;
}

export const emptyAccountStep: AccountStep = {
  email: '',
  password: '',
  confirmPassword: '',
  firstName: '',
  lastName: '',
};
export const emptyProfileStep: ProfileStep = {
  isFan: false,
  displayName: '',
  bio: '',
  age: '',
  location: '',
  category: '',
  subscriptionPrice: signUpPriceRange.initial.toFixed(2),
};

/** A number as typed, with a point or a comma; NaN when it is none. */
const typedNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

export type StepErrors = Record<string, string>;

/** Messages by field, empty when the step may go on. */
export const checkAccountStep = (form: AccountStep): StepErrors => errorsOf(z.safeParse(accountStepSchema, form));

/** The call's body from what was typed; a fan sends neither category nor price. */
export function profileBody(form: ProfileStep, userId: string | undefined): Record<string, unknown> {
  const shared = {
    displayName: form.displayName,
    bio: form.bio,
    age: typedNumber(form.age),
    location: form.location,
    ...(userId ? { userId } : {}),
  };
  return form.isFan
    ? shared
    : { ...shared, category: form.category, subscriptionPrice: typedNumber(form.subscriptionPrice) };
}

export const checkProfileStep = (form: ProfileStep): StepErrors =>
  errorsOf(z.safeParse(createProfileBody, profileBody(form, undefined)));
