import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorBoundary } from '../components/ui/error-state.tsx';
import { Toaster } from '../components/ui/toaster.tsx';
import { keepFresh } from '../lib/fresh.ts';
import { queryClient } from './query-client.ts';
import { Screen } from './screen.tsx';
import { StepUpHost } from './step-up-host.tsx';
import { TranslatedText } from './translated-text.tsx';

export function App() {
  useEffect(() => keepFresh(queryClient), []);
  return (
    <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <Screen />
        </ErrorBoundary>
        <StepUpHost />
        <Toaster />
      </QueryClientProvider>
    </I18nProvider>
  );
}
