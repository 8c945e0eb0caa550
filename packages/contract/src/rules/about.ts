/** Sexual orientations to choose from; one is kept only with the consent of that name. */
export const orientations = [
  'straight',
  'gay',
  'lesbian',
  'bisexual',
  'pansexual',
  'queer',
  'asexual',
  'questioning',
] as const;
export type Orientation = (typeof orientations)[number];

/** Questions that a member may answer on their page. A stored answer names its question, so none is removed. */
export const promptNames = [
  'sunday',
  'ask',
  'laugh',
  'evening',
  'place',
  'song',
  'learning',
  'ease',
  'message',
  'together',
] as const;
export type PromptName = (typeof promptNames)[number];

export const aboutLimits = { prompts: 3, answerLength: 150, pronounsLength: 30 } as const;

/** Parts of the own page that a member may keep to themselves. */
export const hideableFields = ['pronouns', 'orientation', 'relationshipStatus', 'lookingFor', 'prompts'] as const;
export type HideableField = (typeof hideableFields)[number];
