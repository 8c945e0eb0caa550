import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { TextInput } from './text-input.tsx';

/** Delay after the last key press, in milliseconds. */
const debounceMs = 220;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** Trimmed text of the current search. */
  value: string;
  maxLength: number;
  /** Called with the trimmed text once typing pauses. */
  onChange(text: string): void;
}

/** Text filter of a list. */
export function SearchField({ label, placeholder, value, maxLength, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The search was changed elsewhere, such as by clearing all filters.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === value) return;
    const timer = setTimeout(() => onChange(next), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextInput
      name="q"
      aria-label={label}
      placeholder={placeholder}
      before={<Search size={18} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={maxLength}
      className="pl-11!"
    />
  );
}
