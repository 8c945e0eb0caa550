import { signUpPriceRange } from '@vlam/contract/constants';
import { createProfileBody, updateProfileBody } from '@vlam/contract/profiles';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../lib/form.ts';
import type { OwnProfile } from './own-api.ts';
import { completeBioLength } from './own-limits.ts';

type NewProfile = z.input<typeof createProfileBody>;
type ProfileChange = z.input<typeof updateProfileBody>;
type Status = NonNullable<OwnProfile['relationshipStatus']>;

/** The picker's word for "no answer": a select may not hold an empty value. */
export const noStatus = 'none';

/** What the form holds: numbers as typed. */
export interface OwnForm {
  displayName: string;
  age: string;
  location: string;
  bio: string;
  relationshipStatus: Status | typeof noStatus;
  lookingFor: readonly string[];
  isCreator: boolean;
  category: string;
  subscriptionPrice: string;
}

export const emptyOwnForm: OwnForm = {
  displayName: '',
  age: '',
  location: '',
  bio: '',
  relationshipStatus: noStatus,
  lookingFor: [],
  isCreator: false,
  category: '',
  subscriptionPrice: signUpPriceRange.initial.toFixed(2),
};

/** The form as the profile stands; `isCreator` opens the part with category and price. */
export function formOf(profile: OwnProfile, isCreator: boolean = profile.creator !== null): OwnForm {
  const { creator } = profile;
  return {
    displayName: profile.displayName,
    age: String(profile.age ?? ''),
    location: profile.location,
    bio: profile.bio,
    relationshipStatus: profile.relationshipStatus ?? noStatus,
    lookingFor: profile.lookingFor,
    isCreator,
    category: creator?.category ?? '',
    subscriptionPrice: creator ? String(creator.subscriptionPrice) : emptyOwnForm.subscriptionPrice,
  };
}

/** A number as typed, with a point or a comma; NaN when it is none. */
const typedNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

const creatorPart = (form: OwnForm) =>
  form.isCreator
    ? {
        category: form.category as NonNullable<NewProfile['category']>,
        subscriptionPrice: typedNumber(form.subscriptionPrice),
      }
    : {};

const sharedPart = (form: OwnForm) => ({
  displayName: form.displayName,
  location: form.location,
  bio: form.bio,
  relationshipStatus: form.relationshipStatus === noStatus ? null : form.relationshipStatus,
  lookingFor: [...form.lookingFor],
});

export const newProfileBody = (form: OwnForm): NewProfile => ({
  ...sharedPart(form),
  age: typedNumber(form.age),
  ...creatorPart(form),
});

/** Age is proven elsewhere and cannot be changed here. */
export const profileChangeBody = (form: OwnForm): ProfileChange => ({ ...sharedPart(form), ...creatorPart(form) });

function errorsOf(result: ReturnType<typeof z.safeParse>): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of result.success ? [] : result.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return errors;
}

const shortBio = 'Please write a brief bio (at least 20 characters)';

/** Messages by field; `isNew` asks for the age too. */
export function checkOwnForm(form: OwnForm, isNew: boolean): FieldErrors {
  if (isNew) return errorsOf(z.safeParse(createProfileBody, newProfileBody(form)));
  const errors = errorsOf(z.safeParse(updateProfileBody, profileChangeBody(form)));
  if (form.isCreator && form.bio.trim().length < completeBioLength) errors.bio ??= shortBio;
  return errors;
}
