import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LiveAudience, LiveCategory } from '@vlam/contract/lives';
import type { LiveReplay } from '@vlam/contract/rules/lives';

export const categoryLabels: Record<LiveCategory, MessageDescriptor> = {
  talk: msg`Talk`,
  music: msg`Music`,
  dance: msg`Dance`,
  fitness: msg`Fitness`,
  art: msg`Art`,
  other: msg`Something else`,
};

export const audienceLabels: Record<LiveAudience, { name: MessageDescriptor; about: MessageDescriptor }> = {
  tickets: { name: msg`Tickets`, about: msg`Your subscribers walk in` },
  subscribers: { name: msg`Subscribers`, about: msg`Nobody else may watch` },
  free: { name: msg`Everybody`, about: msg`Free, and open for tips` },
};

/** Who may watch a show again; a show without tickets has no holders. */
export const replayLabels: Record<LiveReplay, { withTickets: MessageDescriptor; withoutTickets: MessageDescriptor }> = {
  holders: { withTickets: msg`Ticket holders`, withoutTickets: msg`Ticket holders` },
  subscribers: { withTickets: msg`Ticket holders and subscribers`, withoutTickets: msg`Subscribers` },
  none: { withTickets: msg`Nobody`, withoutTickets: msg`Nobody` },
};
