import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type Step = 1 | 2;

/** A press within this time of the step change belongs to the double tap that caused it, in milliseconds. */
const doubleTapMs = 400;

const stepNow = (): Step => (history.state?.step === 2 ? 2 : 1);

/**
 * The two steps as entries of the history, so that Back and Forward move between them. `fixed` keeps to the second,
 * where there is no first. A reload starts at the first, because the passwords are typed again.
 */
export function useSteps(fixed: boolean, heading: RefObject<HTMLElement | null>) {
  const [step, setStep] = useState<Step>(fixed ? 2 : 1);
  const shown = useRef(step);
  const turnedAt = useRef(Number.NEGATIVE_INFINITY);
  const turn = (next: Step) => {
    if (shown.current === next) return;
    shown.current = next;
    turnedAt.current = performance.now();
    flushSync(() => setStep(next));
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  };
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    if (fixed) return;
    if (stepNow() === 2) history.back();
    const follow = () => latest.current(stepNow());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [fixed]);
  const show = (next: Step) => {
    turn(next);
    if (fixed || stepNow() === next) return;
    if (next === 2) history.pushState({ ...history.state, step: 2 }, '');
    else history.back();
  };
  return {
    step,
    show,
    /** True while a press cannot be meant for this step. */
    isFresh: () => performance.now() < turnedAt.current + doubleTapMs,
    /** The member has typed in this step: stay on it. */
    settle: () => {
      turnedAt.current = Number.NEGATIVE_INFINITY;
    },
  };
}
