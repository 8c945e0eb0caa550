/** Classes of the Film and Publication Board, mildest first. XX is never published. */
export const classifications = ['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18', 'X18'] as const;
export type Classification = (typeof classifications)[number];

/** The Board's advice letters: sex, nudity, language, violence, sexual violence, prejudice, drugs. */
export const warningLabels = ['S', 'N', 'L', 'V', 'SV', 'P', 'D'] as const;
export type WarningLabel = (typeof warningLabels)[number];

/** The question tree: each question with its answers, mildest first. */
export const classificationQuestions = {
  language: ['none', 'mild', 'strong', 'hateful'],
  undress: ['none', 'suggested', 'nude', 'sexual'],
  sex: ['none', 'suggested', 'simulated', 'explicit'],
  harm: ['none', 'drugs', 'violence', 'graphic', 'sexual-violence'],
} as const;
export type ClassificationQuestion = keyof typeof classificationQuestions;
export type ClassificationAnswers = { [Q in ClassificationQuestion]: (typeof classificationQuestions)[Q][number] };

interface Effect {
  /** 'XX' may not be published at all. */
  atLeast: Classification | 'XX';
  labels?: readonly WarningLabel[];
}

const effects: { [Q in ClassificationQuestion]: Record<ClassificationAnswers[Q], Effect> } = {
  language: {
    none: { atLeast: 'A' },
    mild: { atLeast: '13', labels: ['L'] },
    strong: { atLeast: '16', labels: ['L'] },
    hateful: { atLeast: '18', labels: ['L', 'P'] },
  },
  undress: {
    none: { atLeast: 'A' },
    suggested: { atLeast: '13' },
    nude: { atLeast: '16', labels: ['N'] },
    sexual: { atLeast: 'X18', labels: ['S', 'N'] },
  },
  sex: {
    none: { atLeast: 'A' },
    suggested: { atLeast: '16', labels: ['S'] },
    simulated: { atLeast: '18', labels: ['S'] },
    explicit: { atLeast: 'X18', labels: ['S', 'N'] },
  },
  harm: {
    none: { atLeast: 'A' },
    drugs: { atLeast: '16', labels: ['D'] },
    violence: { atLeast: '16', labels: ['V'] },
    graphic: { atLeast: '18', labels: ['V'] },
    'sexual-violence': { atLeast: 'XX', labels: ['SV'] },
  },
};

export interface Rating {
  classification: Classification;
  warningLabels: WarningLabel[];
}

/** The rating of the answers so far; null when one of them may never be published (XX). */
export function classify(answers: Partial<ClassificationAnswers>): Rating | null {
  let rank = 0;
  const labels = new Set<WarningLabel>();
  for (const question of Object.keys(classificationQuestions) as ClassificationQuestion[]) {
    const answer = answers[question];
    if (answer === undefined) continue;
    const effect = (effects[question] as Record<string, Effect>)[answer];
    if (!effect) continue;
    if (effect.atLeast === 'XX') return null;
    rank = Math.max(rank, classifications.indexOf(effect.atLeast));
    for (const label of effect.labels ?? []) labels.add(label);
  }
  return { classification: classifications[rank] ?? 'A', warningLabels: sortLabels(labels) };
}

/** Labels once each, in the Board's order. */
export function sortLabels(labels: Iterable<WarningLabel>): WarningLabel[] {
  const given = new Set(labels);
  return warningLabels.filter((label) => given.has(label));
}

/** The rating as the Board writes it: "16 L N". */
export const fpbRatingOf = ({ classification, warningLabels: labels }: Rating): string =>
  [classification, ...labels].join(' ');
