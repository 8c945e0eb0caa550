import { deleteDraft, readDraft, saveDraft } from '../../lib/draft.ts';

type Kind = 'photo' | 'video';

interface FileDraft {
  kind: Kind;
  preset: string;
  own: string;
}

const nothing: FileDraft = { kind: 'photo', preset: '', own: '' };
const nameOf = (profileId: string) => `files:${profileId}`;

/** Scope of the upload queue for the files to a member. */
export const uploadScope = (profileId: string) => `chat:${profileId}`;

/** Starts the draft of a price for new files, or restores the one that belongs to files on their way. */
export function openFileDraft(profileId: string, kind: Kind, isNew: boolean) {
  const draft: FileDraft = isNew ? { ...nothing, kind } : readDraft(nameOf(profileId), { ...nothing, kind });
  const save = () => saveDraft(nameOf(profileId), draft);
  save();
  return {
    first: { ...draft },
    price(preset: string, own: string) {
      Object.assign(draft, { preset, own });
      save();
    },
    drop: () => deleteDraft(nameOf(profileId)),
  };
}
