import Download from 'lucide-react/icons/download';
import { buttonStyle } from '../../../components/ui/button.tsx';

/** Saves a report as PDF or CSV; `hrefOf` is the address of either. */
export const Downloads = ({ hrefOf }: { hrefOf(format: 'pdf' | 'csv'): string }) => (
  <div className="flex gap-2 print:hidden">
    {(['pdf', 'csv'] as const).map((format) => (
      <a key={format} href={hrefOf(format)} download className={buttonStyle({ size: 'sm' })}>
        <Download size={18} aria-hidden />
        {format.toUpperCase()}
      </a>
    ))}
  </div>
);
