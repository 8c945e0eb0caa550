import { usePhotoCheckStep } from './photo-check-api.ts';
import { useOnePicture } from './use-one-picture.ts';

/** Takes one selfie and hands it in. */
export function useSelfie() {
  const step = usePhotoCheckStep();
  return useOnePicture('selfie', (mediaId) => step.mutateAsync({ step: 'send', mediaId }));
}
