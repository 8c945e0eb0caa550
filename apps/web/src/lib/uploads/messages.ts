import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FileRefusal, UploadKind } from './file-rules.ts';

/** Why this device does not send a file. */
export const fileRefusalMessages: Record<FileRefusal, MessageDescriptor> = {
  heic: msg`This browser can't read HEIC. On an iPhone choose Settings, Camera, Formats, Most Compatible; or share the photo as JPEG first.`,
  empty: msg`This file is empty. Choose another.`,
  'image-type': msg`Only JPEG, PNG and WebP pictures can be used`,
  'image-size': msg`This picture is larger than 25 MB. Save it smaller and try again.`,
  'clip-type': msg`Only MP4, MOV and WebM clips can be used`,
  'clip-size': msg`This clip is larger than 200 MB. Save it smaller and try again.`,
  'video-type': msg`Only MP4, MOV and WebM videos can be used`,
  'video-size': msg`This video is larger than 2 GB. Save it smaller and try again.`,
  'audio-type': msg`Only MP3, M4A, WAV, OGG, WebM and FLAC sound can be used`,
  'audio-size': msg`This sound is larger than 100 MB. Save it smaller and try again.`,
};

interface KindWords {
  label: MessageDescriptor;
  choose: MessageDescriptor;
  help: MessageDescriptor;
  remove: MessageDescriptor;
  removed: MessageDescriptor;
  sending: MessageDescriptor;
  failed: MessageDescriptor;
}

/** Words about one file, by kind. */
export const kindWords: Record<UploadKind, KindWords> = {
  image: {
    label: msg`Picture`,
    choose: msg`Choose a picture`,
    help: msg`JPEG, PNG or WebP, up to 25 MB. Where it was taken is removed.`,
    remove: msg`Remove the picture`,
    removed: msg`Picture removed`,
    sending: msg`Sending the picture`,
    failed: msg`The picture could not be sent. Please try again.`,
  },
  clip: {
    label: msg`Clip`,
    choose: msg`Choose a clip`,
    help: msg`MP4, MOV or WebM, up to 10 minutes and 200 MB. Where it was taken is removed.`,
    remove: msg`Remove the clip`,
    removed: msg`Clip removed`,
    sending: msg`Sending the clip`,
    failed: msg`The clip could not be sent. Please try again.`,
  },
  video: {
    label: msg`Video`,
    choose: msg`Choose a video`,
    help: msg`MP4, MOV or WebM, up to 60 minutes and 2 GB. Where it was taken is removed.`,
    remove: msg`Remove the video`,
    removed: msg`Video removed`,
    sending: msg`Sending the video`,
    failed: msg`The video could not be sent. Please try again.`,
  },
  audio: {
    label: msg`Sound`,
    choose: msg`Choose a sound`,
    help: msg`MP3, M4A, WAV, OGG, WebM or FLAC, up to 60 minutes and 100 MB.`,
    remove: msg`Remove the sound`,
    removed: msg`Sound removed`,
    sending: msg`Sending the sound`,
    failed: msg`The sound could not be sent. Please try again.`,
  },
};

/** Words of a form that takes pictures, videos and sound. */
export const anyKindWords = {
  label: msg`Files`,
  choose: msg`Choose files`,
  help: msg`Photos up to 25 MB, videos up to 10 minutes and 200 MB, sounds up to 60 minutes and 100 MB.`,
};

/** What camera and microphone do for each kind. */
export const captureTitles: Record<UploadKind, MessageDescriptor> = {
  image: msg`Take a photo`,
  clip: msg`Record a clip`,
  video: msg`Record a video`,
  audio: msg`Record a sound`,
};
