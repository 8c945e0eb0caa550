import type { EventView } from '@vlam/contract/locations';
import { johannesburgDay } from '../../platform/clock.ts';
import type { ProfileCard } from '../profiles/service.ts';
import type { SeenEvent } from './hotspot-store.ts';

const timeOfDay = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time of day in Johannesburg, as 19:30. */
export const johannesburgTime = (at: Date): string => timeOfDay.format(at);

/** Fans past the age gate, and verified creators. */
export const canAnnounce = (card: Pick<ProfileCard, 'category' | 'publishesWithoutReview'>): boolean =>
  card.category === '' || card.publishesWithoutReview;

export function toEventView(row: SeenEvent, organizer: ProfileCard, viewerId: string | null): EventView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    venue: row.venue,
    address: row.address,
    city: row.city as EventView['city'],
    startsAt: row.starts_at.toISOString(),
    date: johannesburgDay(row.starts_at),
    time: johannesburgTime(row.starts_at),
    category: row.category as EventView['category'],
    attendees: row.attendee_count,
    maxAttendees: row.max_attendees,
    price: row.price_cents / 100,
    priceCents: row.price_cents,
    ageRange: `${row.minimum_age}+`,
    dresscode: row.dresscode,
    organizer: {
      id: organizer.id,
      displayName: organizer.displayName,
      avatarUrl: organizer.avatar,
      isVerified: organizer.isVerified,
    },
    isVerified: organizer.isVerified,
    tags: row.tags,
    state: row.state as EventView['state'],
    isAttending: row.is_attending,
    isOwn: row.organizer_id === viewerId,
  };
}
