import type { Operation } from '@vlam/contract/operation';

/** The texts of these fields; `a.b` is a field of a field, or of each in a list. Fields without text are left out. */
export function textsAt(value: unknown, fields: readonly string[]): { field: string; text: string }[] {
  return fields.flatMap((field) => {
    let found: unknown[] = [value];
    for (const name of field.split('.'))
      found = found.flatMap((each) =>
        typeof each === 'object' && each !== null ? ((each as Record<string, unknown>)[name] as unknown) : [],
      );
    return found.flatMap((text) => (typeof text === 'string' && text !== '' ? { field, text } : []));
  });
}

/** What a call would show to others, and what it searches with. */
export function sharedTexts(
  { sharedText = [], searchedText = [] }: Pick<Operation, 'sharedText' | 'searchedText'>,
  call: { body: unknown; query: unknown },
): { shared: { field: string; text: string }[]; searched: { field: string; text: string }[] } {
  return { shared: textsAt(call.body, sharedText), searched: textsAt(call.query, searchedText) };
}
