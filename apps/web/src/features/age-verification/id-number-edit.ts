import { groupIdDigits, onlyIdDigits } from './check-form.ts';

export interface IdNumberEdit {
  digits: string;
  /** Cursor position in the grouped text. */
  caret: number;
}

/** Position in the grouped text after `count` digits, past the space after a full group. */
function caretAfter(count: number, digits: string): number {
  const grouped = groupIdDigits(digits.slice(0, count));
  const onGroupEdge = (count === 6 || count === 10) && digits.length > count;
  return grouped.length + (onGroupEdge ? 1 : 0);
}

/**
 * Applies an edit of the grouped text to the digits. The cursor stays after the same digit. Backspace over a space
 * deletes the digit before it, because the space would be inserted again.
 */
export function editIdNumber(previous: string, typed: string, caret: number, backspace: boolean): IdNumberEdit {
  const digits = onlyIdDigits(typed);
  const before = Math.min(onlyIdDigits(typed.slice(0, caret)).length, digits.length);
  if (backspace && digits === previous && before > 0) {
    const kept = digits.slice(0, before - 1) + digits.slice(before);
    return { digits: kept, caret: caretAfter(before - 1, kept) };
  }
  return { digits, caret: caretAfter(before, digits) };
}
