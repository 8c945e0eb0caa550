import { useEffect, useState } from 'react';
import { openPaymentPage } from '../../lib/checkout.ts';

/**
 * Leaves for the provider's page. `leaving` is true until the page unloads, and false again when Back restores it from
 * the cache.
 */
export function useLeave(): { leaving: boolean; leave(address: string): void } {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false);
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);
  return {
    leaving,
    leave(address) {
      openPaymentPage(address);
      setLeaving(true);
    },
  };
}
