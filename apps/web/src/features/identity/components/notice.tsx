import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';

/** A persistent message in a form. */
export function Notice({ tone, title, children }: { tone: 'danger' | 'info'; title: ReactNode; children?: ReactNode }) {
  const danger = tone === 'danger';
  const Icon = danger ? CircleAlert : Info;
  return (
    <div
      role={danger ? 'alert' : 'status'}
      className={`flex gap-3 rounded-md p-4 ${danger ? 'bg-danger-soft' : 'bg-surface-2'}`}
    >
      <Icon size={20} className={`mt-0.5 shrink-0 ${danger ? 'text-danger' : 'text-info'}`} />
      <div className="min-w-0 break-words">
        <p className="font-semibold">{title}</p>
        {children ? <div className="mt-1 text-muted text-sm">{children}</div> : null}
      </div>
    </div>
  );
}
