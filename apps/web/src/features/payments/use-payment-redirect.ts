import { useEffect, useState } from 'react';
import { openPaymentPage } from '../../lib/checkout.ts';

/**
 * Redirects to the provider's page. `isRedirecting` is true until the page unloads, and false when Back restores it from
 * the cache.
 */
export function usePaymentRedirect(): { isRedirecting: boolean; redirect(address: string): void } {
  const [isRedirecting, setRedirecting] = useState(false);
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) setRedirecting(false);
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);
  return {
    isRedirecting,
    redirect(address) {
      openPaymentPage(address);
      setRedirecting(true);
    },
  };
}
