import { Trans, useLingui } from '@lingui/react/macro';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface ErrorStateProps {
  error?: unknown;
  title?: ReactNode;
  onRetry?: () => void;
  heading?: 'h1' | 'h2';
}

/** Something could not be loaded: what happened, and a way to try again. */
export function ErrorState({ error, title, onRetry, heading = 'h2' }: ErrorStateProps) {
  const { t } = useLingui();
  const said = messageOf(error);
  return (
    <EmptyState
      heading={heading}
      title={title ?? <Trans>This didn’t load</Trans>}
      text={said ?? t`The connection dropped or the server is busy. Nothing was lost.`}
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
  /** Changing it clears the error: the address of the screen, say. */
  resetKey?: string;
}
interface BoundaryState {
  error: unknown;
  failed: boolean;
}

/** Keeps a failure inside its screen. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.setState({ error: null, failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState error={this.state.error} heading="h1" onRetry={() => this.setState({ error: null, failed: false })} />
    );
  }
}
