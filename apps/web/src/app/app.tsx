import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from '../components/ui/error-state.tsx';
import { Toaster } from '../components/ui/toaster.tsx';
import { usePathname } from '../lib/router.tsx';
import { queryClient } from './query-client.ts';
import { Screen } from './screen.tsx';

export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Guarded />
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>
  );
}

function Guarded() {
  return (
    <ErrorBoundary resetKey={usePathname()}>
      <Screen />
    </ErrorBoundary>
  );
}
