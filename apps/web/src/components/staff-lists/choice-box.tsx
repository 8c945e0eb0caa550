import { CheckBox } from './check-box.tsx';

/** While rows of a list are chosen. */
export interface Choice {
  isChosen: boolean;
  /** Absent for a row that is decided on its own. */
  onToggle?: (() => void) | undefined;
}

/** The box before a row, or its place where the row cannot be chosen. */
export function ChoiceBox({ choice, label }: { choice: Choice; label: string }) {
  return (
    <span className="mr-3 -ml-2 size-11 shrink-0">
      {choice.onToggle ? <CheckBox label={label} checked={choice.isChosen} onChange={choice.onToggle} /> : null}
    </span>
  );
}
