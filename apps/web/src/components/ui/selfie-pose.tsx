import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SelfiePose } from '@vlam/contract/profiles-photo-check';
import { clsx } from 'clsx';

export const poseTexts: Record<SelfiePose, MessageDescriptor> = {
  palm: msg`Hold your open palm beside your face`,
  twoFingers: msg`Hold up two fingers beside your face`,
  thumb: msg`Hold your thumb up beside your face`,
  cheek: msg`Lay your hand on your cheek`,
  crown: msg`Lay your hand on top of your head`,
  chin: msg`Rest your chin on your fist`,
};

/** Forearm as a line, palm or fist as an area, fingers as thick lines, folded fingers as gaps. */
const hands: Record<SelfiePose, { arm: string; palm: string; fingers: string; folds?: string }> = {
  palm: {
    arm: 'M103 118 C106 104 102 94 99 84',
    palm: 'M88 66 q0-5 5-5 h10 q5 0 5 5 v9 q0 8-8 8 h-4 q-8 0-8-8z',
    fingers: 'M90.5 62 V47 M96 60 V42 M101.5 60 V43 M107 63 V49 M89 73 L81 64',
  },
  twoFingers: {
    arm: 'M103 118 C106 104 102 94 99 84',
    palm: 'M88 66 q0-5 5-5 h10 q5 0 5 5 v9 q0 8-8 8 h-4 q-8 0-8-8z',
    fingers: 'M91 62 L86 42 M97.5 60 L101 40 M90 72 L99 69',
    folds: 'M91 75 L102 71 M103 63 V70',
  },
  thumb: {
    arm: 'M106 118 C108 106 105 96 102 88',
    palm: 'M87 72 q0-6 6-6 h11 q6 0 6 6 v7 q0 8-8 8 h-7 q-8 0-8-8z',
    fingers: 'M90 72 L90 58 M92 72 L92 59',
    folds: 'M97 71 V80 M102 71 V80',
  },
  cheek: {
    arm: 'M100 118 C102 102 94 90 86 78',
    palm: 'M73 68 q-1-9 5-10 q8 0 10 8 q2 8 -3 12 q-9 3 -12 -10z',
    fingers: 'M76 60 L71 44 M80 59 L76 42 M84 61 L81 46 M75 72 L66 67',
  },
  crown: {
    arm: 'M102 96 C116 70 108 42 88 28',
    palm: 'M72 17 q9-4 15 1 q5 5 1 10 q-7 5 -14 1 q-7-6 -2-12z',
    fingers: 'M74 17 L55 15 M73 22 L52 21 M74 27 L54 27.5',
  },
  chin: {
    arm: 'M86 118 C82 106 76 98 70 90',
    palm: 'M54 75 q1-6 7-6 h7 q7 0 7 7 v5 q0 9-9 9 h-3 q-10 0-10-9z',
    fingers: 'M58 73 L71 73',
    folds: 'M60 72 V81 M65 72 V81 M70 72 V80',
  },
};

interface SelfiePoseDrawingProps {
  pose: SelfiePose;
  className?: string;
}

/** A drawn bust that holds the pose; its text stands beside it. */
export function SelfiePoseDrawing({ pose, className }: SelfiePoseDrawingProps) {
  const { arm, palm, fingers, folds } = hands[pose];
  return (
    <svg
      viewBox="0 0 120 120"
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('text-ink', className)}
    >
      <g strokeWidth={2} className="text-faint" stroke="currentColor">
        <path d="M41 46 C41 60 50 72 60 72 C70 72 79 60 79 46" />
        <path d="M41 47 C38 26 48 13 61 14 C75 14 82 27 79 47 C77 36 70 31 62 32 C54 33 45 34 41 47z" />
        <path d="M53 70 V78 C50 86 24 88 18 118 M67 70 V78 C70 86 96 88 102 118" />
        <path d="M54 47 v2.5 M66 47 v2.5 M55 61 q5 3 10 0" />
      </g>
      <path d={arm} strokeWidth={7} />
      <path d={palm} fill="currentColor" strokeWidth={1} />
      <path d={fingers} strokeWidth={4.5} />
      {folds ? <path d={folds} strokeWidth={1.5} className="stroke-surface-2" /> : null}
    </svg>
  );
}
