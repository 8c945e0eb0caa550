import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallBand, CallEnding } from '@vlam/contract/rules/calls';
import type { DeviceProblem } from '../../lib/own-media.ts';

export const levelNames: Record<CallBand, MessageDescriptor> = {
  rising: msg`Rising star`,
  premium: msg`Premium`,
  vip: msg`VIP`,
};

/** How a call ended, for the caller. */
export const endingTexts: Record<CallEnding, MessageDescriptor> = {
  cancelled: msg`You stopped ringing`,
  declined: msg`They can't take it right now`,
  missed: msg`Nobody answered`,
  failed: msg`The call could not connect`,
  hung_up: msg`The call has ended`,
  dropped: msg`The connection was lost`,
  no_credits: msg`Your credits are used up`,
  unavailable: msg`The call has ended`,
};

/** The same for the creator who was called, where the text differs. */
export const partnerEndingTexts: Partial<Record<CallEnding, MessageDescriptor>> = {
  cancelled: msg`They stopped ringing`,
  declined: msg`You declined`,
  missed: msg`You missed a call`,
  no_credits: msg`Their credits are used up`,
};

export const problemTexts: Record<'audio' | 'video', Record<DeviceProblem, MessageDescriptor>> = {
  audio: {
    denied: msg`This site may not use your microphone. Allow it in the browser's address bar, then try again.`,
    missing: msg`No microphone was found. You will hear them, and they will not hear you.`,
    busy: msg`Another program is using your microphone.`,
  },
  video: {
    denied: msg`This site may not use your camera. Allow it in the browser's address bar, or talk without pictures.`,
    missing: msg`No camera was found. They will hear you and see your portrait.`,
    busy: msg`Another program is using your camera.`,
  },
};

/** Minutes and seconds: `04:37`, after an hour `61:05`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}
