-- A video is one file here; the widths of its row are those of the picture that stands for it.
alter table media add column clip text check (clip in ('mp4', 'webm'));
alter table media add constraint media_clip_of_video check (clip is null or kind = 'video');
