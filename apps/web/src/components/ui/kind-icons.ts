import Film from 'lucide-react/icons/film';
import ImagePlus from 'lucide-react/icons/image-plus';
import Music from 'lucide-react/icons/music';
import type { UploadKind } from '../../lib/uploads/file-rules.ts';

export const kindIcons: Record<UploadKind, typeof Film> = { image: ImagePlus, clip: Film, video: Film, audio: Music };
