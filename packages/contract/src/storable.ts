interface Place {
  value: unknown;
  key: string;
  under: Place | null;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

export const unstorableMessage = 'Please remove unusual characters';

/** Path of the first text or field name in `value` that cannot be stored; null when all can. */
export function findUnstorable(value: unknown): string | null {
  // An explicit stack, since input may be nested deeper than the call stack.
  const waiting: Place[] = [{ value, key: '', under: null }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    if (!isStorable(place.key) || (typeof place.value === 'string' && !isStorable(place.value))) return pathOf(place);
    if (typeof place.value !== 'object' || place.value === null) continue;
    for (const [key, inner] of Object.entries(place.value)) waiting.push({ value: inner, key, under: place });
  }
  return null;
}

function pathOf(place: Place): string {
  const keys: string[] = [];
  for (let at: Place | null = place; at?.under; at = at.under) keys.unshift(at.key);
  return keys.join('.');
}
