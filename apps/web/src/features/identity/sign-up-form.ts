import { signUpPriceRange } from '@vlam/contract/constants';
import { registerBody } from '@vlam/contract/identity';
import { createProfileBody } from '@vlam/contract/profiles';
import * as z from 'zod/mini';
import { toFieldErrors } from './login-form.ts';

const samePasswords = z.refine<NewPasswordForm>((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
});

/** A password and its repetition. */
export interface NewPasswordForm {
  password: string;
  confirmPassword: string;
}
const newPasswordSchema = z
  .strictObject({ password: registerBody.shape.password, confirmPassword: z.string() })
  .check(samePasswords);
export const checkNewPassword = (form: NewPasswordForm): StepErrors =>
  toFieldErrors(z.safeParse(newPasswordSchema, form));

/** Step 1: the request body and the repeated password. */
export const accountStepSchema = z
  .strictObject({ ...z.omit(registerBody, { consents: true }).shape, confirmPassword: z.string() })
  .check(samePasswords);
export type AccountStep = z.input<typeof accountStepSchema>;

/** Step 2: numbers as typed; `isFan` decides between fan and creator. */
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
  isFan: true,
  displayName: '',
  bio: '',
  age: '',
  location: '',
  category: '',
  subscriptionPrice: signUpPriceRange.initial.toFixed(2),
};

/** The first name with the initial of the last, for a member who has not named themselves otherwise. */
export const suggestedName = ({ firstName, lastName }: Pick<AccountStep, 'firstName' | 'lastName'>): string =>
  [firstName.trim(), [...lastName.trim()][0] ?? ''].join(' ').trim();

/** Parses a number with a decimal point or comma; NaN when invalid. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

export type StepErrors = Record<string, string>;

/** Error messages by field; empty when valid. */
export const checkAccountStep = (form: AccountStep): StepErrors => toFieldErrors(z.safeParse(accountStepSchema, form));

/** Request body; without category and price for a fan. */
export function profileBody(form: ProfileStep, userId: string | undefined): Record<string, unknown> {
  const shared = {
    displayName: form.displayName,
    bio: form.bio,
    age: parseNumber(form.age),
    location: form.location,
    ...(userId ? { userId } : {}),
  };
  return form.isFan
    ? shared
    : { ...shared, category: form.category, subscriptionPrice: parseNumber(form.subscriptionPrice) };
}

export const checkProfileStep = (form: ProfileStep): StepErrors =>
  toFieldErrors(z.safeParse(createProfileBody, profileBody(form, undefined)));
