import type { Context } from '../src/context.ts';
import { portraitWebp } from '../src/platform/imagery/pictures.ts';
import type { Viewer } from '../src/platform/viewer.ts';
import type { SamplePerson } from './people.ts';
import { demoAccounts, demoScale } from './scale.ts';

const size = { width: 600, height: 800 };
/** Photos that wait for a moderator, and members whose first photo is shown and who sent a selfie to compare. */
const counts = { photos: 3, selfies: 1 };
/** How long ago each sent its photo, in minutes. */
const sentMinutesAgo = [391, 142, 37, 1_610];
/** Members with something in the queues of photos; the first of those who are absent. */
export const inPhotoQueues = counts.photos + counts.selfies;

/** Members that the pulse leaves offline. The staff's log is about the last of them. */
export const absentMembers = (people: readonly SamplePerson[]): SamplePerson[] =>
  people.filter(({ creator, canSignIn, n }) => !creator && !canSignIn && (n ?? 0) >= demoScale.regulars);

/** Photos and a selfie for the queues of moderators: drawn portraits, sent as their members would. */
export async function insertWaitingPhotos(
  context: Pick<Context, 'database' | 'media' | 'profiles'>,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const moderator = people.find(({ email }) => email === demoAccounts[2].email);
  const members = absentMembers(people).slice(0, inPhotoQueues);
  for (const [index, person] of members.entries()) {
    const viewer = viewerOf(person);
    const mediaId = await sendPortrait(context, person, `${person.profileId} photo`);
    await context.profiles.setPhotos(viewer, { mediaIds: [mediaId] });
    const sentAt = new Date(now.getTime() - (sentMinutesAgo[index] ?? 0) * 60_000);
    const { db } = context.database;
    await db
      .updateTable('profile_photos')
      .set({ created_at: sentAt })
      .where('profile_id', '=', person.profileId)
      .execute();
    if (index < counts.photos || !moderator) continue;
    const waiting = await context.profiles.listWaitingPhotos(person.profileId);
    for (const { id } of waiting)
      await context.profiles.decidePhoto(viewerOf(moderator), { photoId: id, decision: 'show' });
    await context.profiles.startPhotoCheck(viewer);
    const selfieId = await sendPortrait(context, person, `${person.profileId} selfie`);
    await context.profiles.sendPhotoCheck(viewer, { mediaId: selfieId, consent: true });
  }
}

async function sendPortrait(context: Pick<Context, 'media'>, person: SamplePerson, seed: string): Promise<string> {
  const { id } = await context.media.importSample(person.accountId, await portraitWebp(seed, size));
  return id;
}

export const viewerOf = ({ accountId, profileId, email }: SamplePerson): Viewer => ({
  accountId,
  profileId,
  sessionId: '',
  role: email === demoAccounts[2].email ? 'moderator' : 'user',
  permissions: email === demoAccounts[2].email ? ['moderate_content'] : [],
  ageVerified: true,
  isCreator: false,
});
