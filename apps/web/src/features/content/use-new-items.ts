import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOf } from '../../lib/api.ts';
import { randomFraction } from '../../lib/random.ts';
import { useLiveEvent } from '../../lib/realtime.ts';

/** The pages that show a creator do not all refetch at once, in milliseconds. */
const spreadMs = 600;

/** Refetches a creator's items and counts when one of them is published while their page is open. */
export function useNewItems(creatorId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent(
    'content.published',
    (event) => {
      if (event.creatorId !== creatorId) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        for (const name of ['creatorContent', 'getProfile', 'getCreator'] as const)
          void client.invalidateQueries({ queryKey: keyOf(name, { params: { id: creatorId } }) });
        // The feed is not on this screen: read again when it is opened.
        void client.invalidateQueries({ queryKey: keyOf('contentFeed'), refetchType: 'none' });
      }, randomFraction() * spreadMs);
    },
    `creator:${creatorId}`,
  );
}
