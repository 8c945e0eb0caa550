import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  type ClassificationAnswers,
  type ClassificationQuestion,
  classificationQuestions,
} from '@vlam/contract/rules/classification';

export const questions = Object.keys(classificationQuestions) as ClassificationQuestion[];

type Choices<Q extends ClassificationQuestion> = {
  [A in ClassificationAnswers[Q]]: { label: MessageDescriptor; hint?: MessageDescriptor };
};

/** The question tree in words. */
export const questionTexts: {
  [Q in ClassificationQuestion]: { question: MessageDescriptor; answers: Choices<Q> };
} = {
  language: {
    question: msg`Is there strong language in it?`,
    answers: {
      none: { label: msg`No`, hint: msg`Also when nothing is said or written` },
      mild: { label: msg`Mild`, hint: msg`A few swear words` },
      strong: { label: msg`Strong`, hint: msg`Often, or sexual` },
      hateful: { label: msg`Hateful`, hint: msg`Against a group of people` },
    },
  },
  undress: {
    question: msg`Is anybody undressed in it?`,
    answers: {
      none: { label: msg`No` },
      suggested: { label: msg`Partly, or only suggested`, hint: msg`Shoulders, silhouettes, fabric` },
      nude: { label: msg`Yes, not in a sexual way` },
      sexual: { label: msg`Yes, in a sexual way`, hint: msg`Needs a film-board exemption (X18)` },
    },
  },
  sex: {
    question: msg`Is there sex in it?`,
    answers: {
      none: { label: msg`No` },
      suggested: { label: msg`Only suggested` },
      simulated: { label: msg`Simulated, or not shown in detail` },
      explicit: { label: msg`Explicit`, hint: msg`Needs a film-board exemption (X18)` },
    },
  },
  harm: {
    question: msg`Is there violence or a drug in it?`,
    answers: {
      none: { label: msg`No` },
      drugs: { label: msg`Drugs` },
      violence: { label: msg`Violence` },
      graphic: { label: msg`Violence in detail` },
      'sexual-violence': { label: msg`Sexual violence` },
    },
  },
};

/** The answers when all four are given. */
export const completeAnswers = (answers: Partial<ClassificationAnswers>): ClassificationAnswers | null =>
  questions.every((question) => answers[question] !== undefined) ? (answers as ClassificationAnswers) : null;

/** An answer in words; undefined for one of an earlier question tree. */
export const answerLabel = (question: ClassificationQuestion, answer: string): MessageDescriptor | undefined =>
  (questionTexts[question].answers as Record<string, { label: MessageDescriptor } | undefined>)[answer]?.label;
