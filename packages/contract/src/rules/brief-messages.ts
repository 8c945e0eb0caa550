import { type FieldWithDefault, messageDefaults } from './message-defaults.ts';
import type { BriefMessage, MessageView } from './message-views.ts';

// Without schemas, which would double the size of the thread's chunk.

const isDefault = (name: string, value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : name in messageDefaults && value === messageDefaults[name as FieldWithDefault];

export function toBriefMessage(view: MessageView): BriefMessage {
  const brief: Record<string, unknown> = {};
  for (const name in view) {
    const value = view[name as keyof MessageView];
    if (!isDefault(name, value)) brief[name] = value;
  }
  return brief as BriefMessage;
}
export const fromBriefMessage = (brief: BriefMessage): MessageView => ({ ...messageDefaults, ...brief }) as MessageView;
