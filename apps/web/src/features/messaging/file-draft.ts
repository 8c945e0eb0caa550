import { deleteDraft, readDraft, saveDraft } from '../../lib/draft.ts';

type Kind = 'photo' | 'video';

/** One file being uploaded. A reload loses the browser's file, not the server's part. */
export interface Slot {
  /** Null after a reload. */
  file: File | null;
  /** Upload URL; null before the first chunk. */
  address: string | null;
  /** Set once the upload is complete. */
  mediaId: string | null;
}

/** Identifies a file by size and date, never by its name, which can contain a person's name. */
type KeptFile = Omit<Slot, 'file'> & { size: number; modified: number };

interface FileDraft {
  kind: Kind;
  files: KeptFile[];
  preset: string;
  own: string;
}

const nothing: FileDraft = { kind: 'photo', files: [], preset: '', own: '' };
const nameOf = (profileId: string) => `files:${profileId}`;

/** Uploads to a member interrupted by a reload; null if none. */
export function readFileDraft(profileId: string): FileDraft | null {
  const found = readDraft(nameOf(profileId), nothing);
  return found.files.length > 0 ? found : null;
}

export const newSlots = (files: readonly File[]): Slot[] =>
  files.map((file) => ({ file, address: null, mediaId: null }));

/** Starts a draft for the chosen files, or restores the interrupted one. */
export function openFileDraft(profileId: string, files: readonly File[], kind: Kind) {
  const draft: FileDraft =
    files.length > 0
      ? {
          ...nothing,
          kind,
          files: files.map(({ size, lastModified }) => ({
            size,
            modified: lastModified,
            address: null,
            mediaId: null,
          })),
        }
      : (readFileDraft(profileId) ?? nothing);
  const save = () => saveDraft(nameOf(profileId), draft);
  save();
  const without = ({ address, mediaId }: KeptFile): Slot => ({ file: null, address, mediaId });
  return {
    first: draft,
    slots: (): Slot[] => (files.length > 0 ? newSlots(files) : draft.files.map(without)),
    /** Saves the progress of one file. */
    note(index: number, change: Partial<Omit<Slot, 'file'>>) {
      Object.assign(draft.files[index] ?? {}, change);
      save();
    },
    price(preset: string, own: string) {
      Object.assign(draft, { preset, own });
      save();
    },
    /** Assigns newly chosen files to missing slots: the same file resumes, another one starts over. */
    fill(slots: readonly Slot[], chosen: readonly File[]): Slot[] {
      const left = [...chosen];
      const take = (isIt: (file: File) => boolean): File | null => {
        const at = left.findIndex(isIt);
        return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
      };
      const isMissing = (index: number) => !slots[index]?.file && !draft.files[index]?.mediaId;
      const same = draft.files.map(({ size, modified }, index) =>
        isMissing(index) ? take((file) => file.size === size && file.lastModified === modified) : null,
      );
      return slots.map(({ file }, index) => {
        const kept = draft.files[index];
        const again = file ?? same[index] ?? null;
        if (!kept) return { file: again, address: null, mediaId: null };
        if (again || !isMissing(index)) return { ...without(kept), file: again };
        const other = take(() => true);
        if (!other) return without(kept);
        draft.files[index] = { size: other.size, modified: other.lastModified, address: null, mediaId: null };
        save();
        return { file: other, address: null, mediaId: null };
      });
    },
    drop: () => deleteDraft(nameOf(profileId)),
  };
}
