import { groupIdDigits, onlyIdDigits } from './check-form.ts';

export interface IdNumberEdit {
  digits: string;
  /** Where the cursor belongs in the grouped text. */
  caret: number;
}

/** Place in the grouped text behind so many digits, past the space that follows a full group. */
function caretAfter(count: number, digits: string): number {
  const grouped = groupIdDigits(digits.slice(0, count));
  const onGroupEdge = (count === 6 || count === 10) && digits.length > count;
  return grouped.length + (onGroupEdge ? 1 : 0);
}

/**
 * What an edit of the grouped text means for the digits. The cursor stays behind the digit it was behind, and
 * Backspace over a space takes the digit before it, since the space would come straight back.
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
