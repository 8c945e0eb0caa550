import { describe, expect, it } from 'vitest';
import { type ClassificationAnswers, classificationQuestions, classify, fpbRatingOf } from './classification.ts';

const mildest: ClassificationAnswers = { language: 'none', undress: 'none', sex: 'none', harm: 'none' };

describe('classification by questions', () => {
  it.each<[Partial<ClassificationAnswers>, string | null]>([
    [{}, 'A'],
    [mildest, 'A'],
    [{ language: 'mild' }, '13 L'],
    [{ language: 'strong' }, '16 L'],
    [{ language: 'strong', undress: 'suggested' }, '16 L'],
    [{ language: 'hateful' }, '18 L P'],
    [{ undress: 'suggested' }, '13'],
    [{ undress: 'nude' }, '16 N'],
    [{ undress: 'sexual' }, 'X18 S N'],
    [{ sex: 'suggested' }, '16 S'],
    [{ sex: 'simulated', language: 'mild' }, '18 S L'],
    [{ sex: 'explicit' }, 'X18 S N'],
    [{ harm: 'drugs' }, '16 D'],
    [{ harm: 'violence', undress: 'nude' }, '16 N V'],
    [{ harm: 'graphic' }, '18 V'],
    [{ harm: 'sexual-violence' }, null],
    [{ sex: 'explicit', harm: 'sexual-violence' }, null],
  ])('rates %j as %s', (answers, rating) => {
    const found = classify(answers);
    expect(found && fpbRatingOf(found)).toBe(rating);
  });

  it('never lowers the rating by a stronger answer', () => {
    for (const [question, answers] of Object.entries(classificationQuestions)) {
      const ranks = answers.map((answer) => {
        const found = classify({ ...mildest, [question]: answer });
        return found ? ['A', '13', '16', '18', 'X18'].indexOf(found.classification) : 9;
      });
      expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
    }
  });
});
