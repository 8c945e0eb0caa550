import { Trans, useLingui } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { messageOf } from '../../lib/api.ts';
import { connectionStore } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import { retryLazyParts } from '../../lib/styles.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface ErrorStateProps {
  error?: unknown;
  title?: ReactNode;
  onRetry?: () => void;
  heading?: 'h1' | 'h2';
}

/** Error of a failed load, with a retry button. */
export function ErrorState({ error, title, onRetry, heading = 'h2' }: ErrorStateProps) {
  const { t } = useLingui();
  const serverMessage = messageOf(error);
  const offline = useStore(connectionStore) === 'offline' && serverMessage === undefined;
  return (
    <EmptyState
      heading={heading}
      title={offline ? <Trans>You are offline</Trans> : (title ?? <Trans>This didn't load</Trans>)}
      text={
        offline
          ? t`This opens by itself when the connection is back.`
          : (serverMessage ?? t`The connection dropped or the server is busy. Nothing was lost.`)
      }
      action={
        onRetry ? (
          <Button variant="bone" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        ) : null
      }
    />
  );
}

interface BoundaryProps {
  children: ReactNode;
  /** A change resets the error: the screen's path, the connection. */
  resetKey?: string;
  /** Called instead of rendering an error: for optional parts and overlays. */
  onFailure?: () => void;
}
interface BoundaryState {
  error: unknown;
  failed: boolean;
}

/** Catches render errors of a screen. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, failed: true };
  }

  retry = (): void => {
    if (this.state.failed) this.setState({ error: null, failed: false });
  };

  override componentDidCatch(): void {
    retryLazyParts();
    this.props.onFailure?.();
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (previous.resetKey !== this.props.resetKey) this.retry();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.onFailure) return null;
    return (
      <div data-slot="failed">
        <ErrorState error={this.state.error} heading="h1" onRetry={this.retry} />
      </div>
    );
  }
}
