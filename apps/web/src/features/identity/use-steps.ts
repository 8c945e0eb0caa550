import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { backSilently, openLayers } from '../../lib/layers.ts';

export type Step = 1 | 2;

/** A press within this time after a step change belongs to the same double tap, in milliseconds. */
const doubleTapMs = 400;

const secondStep = 'second step';
const stepFromHistory = (): Step => (history.state?.step === 2 ? 2 : 1);

/**
 * The two steps as history entries, so that Back and Forward move between them. `fixed` stays at the second step. A
 * reload starts at the first, because passwords must be typed again.
 */
export function useSteps(fixed: boolean, heading: RefObject<HTMLElement | null>) {
  const [step, setStep] = useState<Step>(fixed ? 2 : 1);
  const shown = useRef(step);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const changeStep = (next: Step) => {
    if (shown.current === next) return;
    shown.current = next;
    changedAt.current = performance.now();
    flushSync(() => setStep(next));
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  };
  const latestChangeStep = useRef(changeStep);
  useEffect(() => {
    latestChangeStep.current = changeStep;
  });
  useEffect(() => {
    if (fixed) return;
    if (stepFromHistory() === 2) backSilently();
    const handlePopState = () => latestChangeStep.current(stepFromHistory());
    addEventListener('popstate', handlePopState);
    return () => removeEventListener('popstate', handlePopState);
  }, [fixed]);
  useEffect(() => {
    // Back answers with the first step, so it is no tap of the double that means panic.
    if (step === 2 && !fixed) openLayers.add(secondStep);
    return () => void openLayers.delete(secondStep);
  }, [step, fixed]);
  const show = (next: Step) => {
    changeStep(next);
    if (fixed || stepFromHistory() === next) return;
    if (next === 2) history.pushState({ ...history.state, step: 2 }, '');
    else backSilently();
  };
  return {
    step,
    show,
    /** True while a press may belong to a double tap on the previous step. */
    isFresh: () => performance.now() < changedAt.current + doubleTapMs,
    /** The member has typed in this step: stay on it. */
    settle: () => {
      changedAt.current = Number.NEGATIVE_INFINITY;
    },
  };
}
