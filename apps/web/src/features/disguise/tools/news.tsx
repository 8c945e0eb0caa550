import { Trans, useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Bookmark from 'lucide-react/icons/bookmark';
import { useState } from 'react';
import { type Guide, guides, type Section, sections } from './guides.ts';
import { ReadingList } from './reading-list.tsx';
import { useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

const areIds = (stored: unknown): stored is string[] =>
  Array.isArray(stored) && stored.every((id) => typeof id === 'string');
const isSize = (stored: unknown): stored is number => stored === 17 || stored === 21;
type View = Section | 'all' | 'saved' | 'list';

/** Guides that stay true, to read and to save, and a reading list of one's own. Nothing is fetched, and no news invented. */
export function News() {
  const { t, i18n } = useLingui();
  const [saved, save] = useToolData<string[]>('news saved', [], areIds);
  const [view, setView] = useState<View>('all');
  const [openId, setOpenId] = useState<string | null>(null);
  const open = guides.find(({ id }) => id === openId);
  const labels: Record<View, string> = {
    all: t`All`,
    home: t`Home`,
    kitchen: t`Kitchen`,
    outdoors: t`Outdoors`,
    saved: t`Saved`,
    list: t`My list`,
  };
  const toggle = (id: string) => save(saved.includes(id) ? saved.filter((each) => each !== id) : [id, ...saved]);
  const shown = guides.filter(({ id, section }) =>
    view === 'saved' ? saved.includes(id) : view === 'all' || view === section,
  );
  const date = new Intl.DateTimeFormat('en-ZA', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date());
  return (
    <ToolPage style={{ background: '#FAFAFA', color: '#1B1D20', colorScheme: 'light' }}>
      <div className="mx-auto max-w-[620px] px-5 py-6">
        <ToolTitle className="text-[30px] font-bold" />
        {open ? (
          <Reading
            guide={open}
            section={labels[open.section]}
            isSaved={saved.includes(open.id)}
            onSave={() => toggle(open.id)}
            onClose={() => setOpenId(null)}
          />
        ) : (
          <>
            <p className="text-[#5F6368]">{date}</p>
            <nav aria-label={t`Sections`} className="no-scrollbar -mx-5 mt-4 flex gap-2 overflow-x-auto px-5">
              {(['all', ...sections, 'saved', 'list'] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={view === each}
                  onClick={() => setView(each)}
                  className={`min-h-11 shrink-0 rounded-[999px] px-4 ${view === each ? 'bg-[#24282E] text-[#fff]' : 'bg-[#EDEEF0]'}`}
                >
                  {labels[each]}
                </button>
              ))}
            </nav>
            {view === 'list' ? (
              <ReadingList />
            ) : shown.length === 0 ? (
              <p className="mt-6 text-[#5F6368]">
                <Trans>Nothing is saved yet.</Trans>
              </p>
            ) : (
              <ul className="mt-2">
                {shown.map((guide) => (
                  <li key={guide.id} className="flex items-center gap-3 border-[#DDDFE2] border-b py-2">
                    <button
                      type="button"
                      className="min-h-14 min-w-0 flex-1 py-2 text-left"
                      onClick={() => setOpenId(guide.id)}
                    >
                      <span className="block text-[#5F6368] text-sm">{labels[guide.section]}</span>
                      <span className="block font-semibold text-[19px] leading-snug">{i18n._(guide.title)}</span>
                    </button>
                    <SaveButton
                      isSaved={saved.includes(guide.id)}
                      title={i18n._(guide.title)}
                      onSave={() => toggle(guide.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-6 text-[#5F6368] text-sm">
              <Trans>Offline reading: guides that stay true, and what you add. No headlines are fetched.</Trans>
            </p>
          </>
        )}
      </div>
    </ToolPage>
  );
}

function SaveButton({ isSaved, title, onSave }: { isSaved: boolean; title: string; onSave(): void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={t`Save ${title}`}
      className="grid size-11 shrink-0 place-items-center"
      onClick={onSave}
    >
      <Bookmark size={20} aria-hidden fill={isSaved ? 'currentColor' : 'none'} />
    </button>
  );
}

interface ReadingProps {
  guide: Guide;
  section: string;
  isSaved: boolean;
  onSave(): void;
  onClose(): void;
}

function Reading({ guide, section, isSaved, onSave, onClose }: ReadingProps) {
  const { t, i18n } = useLingui();
  const [size, setSize] = useToolData('news size', 17, isSize);
  const isLarge = size === 21;
  const title = i18n._(guide.title);
  const words = guide.text
    .map((part) => i18n._(part))
    .join(' ')
    .split(/\s+/).length;
  const minutes = Math.max(1, Math.round(words / 200));
  return (
    <article className="mt-4">
      <div className="flex items-center justify-between">
        <button type="button" className="-ml-2 flex min-h-11 items-center gap-2 px-2 font-semibold" onClick={onClose}>
          <ArrowLeft size={20} aria-hidden />
          <Trans>All guides</Trans>
        </button>
        <div className="flex items-center">
          <button
            type="button"
            aria-pressed={isLarge}
            aria-label={t`Larger text`}
            className="grid size-11 place-items-center font-semibold text-[20px]"
            onClick={() => setSize(isLarge ? 17 : 21)}
          >
            A
          </button>
          <SaveButton isSaved={isSaved} title={title} onSave={onSave} />
        </div>
      </div>
      <p className="mt-3 text-[#5F6368] text-sm">
        <Trans>
          {section}, {minutes} min
        </Trans>
      </p>
      <h2 className="mt-1 font-bold text-[28px] leading-tight">{title}</h2>
      {guide.text.map((part) => (
        <p key={part.id} className="mt-4 leading-relaxed" style={{ fontSize: size }}>
          {i18n._(part)}
        </p>
      ))}
    </article>
  );
}
