import { signUpPriceRange } from '@vlam/contract/constants';
import { createProfileBody, updateProfileBody } from '@vlam/contract/profiles';
import type { HideableField, Orientation } from '@vlam/contract/rules/about';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../lib/form.ts';
import type { OwnProfile } from './own-api.ts';
import { completeBioLength } from './own-limits.ts';

type NewProfile = z.input<typeof createProfileBody>;
type ProfileChange = z.input<typeof updateProfileBody>;
type Status = NonNullable<OwnProfile['relationshipStatus']>;

/** Option for "no answer", because a select cannot have an empty value. */
export const noStatus = 'none';

/** Form values; numbers as typed. */
export interface OwnForm {
  displayName: string;
  age: string;
  location: string;
  bio: string;
  relationshipStatus: Status | typeof noStatus;
  lookingFor: readonly string[];
  /** Empty for none. */
  pronouns: string;
  orientation: Orientation | typeof noStatus;
  prompts: readonly OwnProfile['prompts'][number][];
  /** Parts that only the member sees. */
  hidden: readonly HideableField[];
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
  pronouns: '',
  orientation: noStatus,
  prompts: [],
  hidden: ['orientation'],
  isCreator: false,
  category: '',
  subscriptionPrice: signUpPriceRange.initial.toFixed(2),
};

/** Form values of a profile; `isCreator` includes category and price. */
export function toOwnForm(profile: OwnProfile, isCreator: boolean = profile.creator !== null): OwnForm {
  const { creator } = profile;
  return {
    displayName: profile.displayName,
    age: String(profile.age ?? ''),
    location: profile.location,
    bio: profile.bio,
    relationshipStatus: profile.relationshipStatus ?? noStatus,
    lookingFor: profile.lookingFor,
    pronouns: profile.pronouns ?? '',
    orientation: profile.orientation ?? noStatus,
    prompts: profile.prompts,
    hidden: profile.hidden,
    isCreator,
    category: creator?.category ?? '',
    subscriptionPrice: creator ? String(creator.subscriptionPrice) : emptyOwnForm.subscriptionPrice,
  };
}

/** Parses a number with a decimal point or comma; NaN when invalid. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

const creatorFields = (form: OwnForm) =>
  form.isCreator
    ? {
        category: form.category as NonNullable<NewProfile['category']>,
        subscriptionPrice: parseNumber(form.subscriptionPrice),
      }
    : {};

const sharedFields = (form: OwnForm) => ({
  displayName: form.displayName,
  location: form.location,
  bio: form.bio,
  relationshipStatus: form.relationshipStatus === noStatus ? null : form.relationshipStatus,
  lookingFor: [...form.lookingFor],
});

export const newProfileBody = (form: OwnForm): NewProfile => ({
  ...sharedFields(form),
  age: parseNumber(form.age),
  ...creatorFields(form),
});

/** Without the age, which only age verification can change. */
export const profileChangeBody = (form: OwnForm): ProfileChange => ({ ...sharedFields(form), ...creatorFields(form) });

function toFieldErrors(result: ReturnType<typeof z.safeParse>): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of result.success ? [] : result.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return errors;
}

const shortBioMessage = 'Please write a brief bio (at least 20 characters)';

/** Steps of the wizard after the age check that change the profile. */
export type WelcomeStep = 'about' | 'wishes' | 'words';

const noEmptyAnswers = (form: OwnForm) => form.prompts.filter(({ answer }) => answer.trim() !== '');

/** What a step of the wizard saves: only what it asks for. */
export function welcomeBody(step: WelcomeStep, form: OwnForm): ProfileChange {
  const hidden = [...form.hidden];
  if (step === 'about')
    return {
      hidden,
      pronouns: form.pronouns.trim() || null,
      orientation: form.orientation === noStatus ? null : form.orientation,
    };
  const { relationshipStatus, lookingFor } = sharedFields(form);
  if (step === 'wishes') return { hidden, relationshipStatus, lookingFor };
  return { hidden, bio: form.bio, prompts: noEmptyAnswers(form).map((each) => ({ ...each })) };
}

export const checkWelcome = (step: WelcomeStep, form: OwnForm): FieldErrors =>
  toFieldErrors(z.safeParse(updateProfileBody, welcomeBody(step, form)));

/** Error messages by field; `isNew` also checks the age. */
export function checkOwnForm(form: OwnForm, isNew: boolean): FieldErrors {
  if (isNew) return toFieldErrors(z.safeParse(createProfileBody, newProfileBody(form)));
  const errors = toFieldErrors(z.safeParse(updateProfileBody, profileChangeBody(form)));
  if (form.isCreator && form.bio.trim().length < completeBioLength) errors.bio ??= shortBioMessage;
  return errors;
}
