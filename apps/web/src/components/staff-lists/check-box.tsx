import Check from 'lucide-react/icons/check';

/** A 24 px box in a 44 px target. */
export function CheckBox({ label, checked, onChange }: { label: string; checked: boolean; onChange(): void }) {
  return (
    <label className="group relative inline-flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-6 appearance-none rounded-xs inset-ring-2 inset-ring-control checked:bg-ink checked:inset-ring-ink"
      />
      {checked ? <Check size={18} aria-hidden className="pointer-events-none absolute text-bg" /> : null}
    </label>
  );
}
