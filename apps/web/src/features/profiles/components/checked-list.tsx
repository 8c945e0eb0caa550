import Check from 'lucide-react/icons/check';

/** List of benefits with check marks. */
export function CheckedList({ items }: { items: readonly string[] }) {
  return (
    <ul className="max-w-130">
      {items.map((item) => (
        <li key={item} className="flex items-start gap-2.5 border-line border-t py-2.5 first:border-t-0">
          <Check size={18} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-online" />
          {item}
        </li>
      ))}
    </ul>
  );
}
