import { uiText } from '../wording/ui-text.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

interface LoadFailedProps {
  readonly children: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** What the page could not load or do, with a button to try again. */
export function LoadFailed({ children, busy = false, onRetry }: LoadFailedProps) {
  return (
    <>
      <Alert kind="error">{children}</Alert>
      <Button busy={busy} onClick={onRetry}>
        {uiText.tryAgain}
      </Button>
    </>
  );
}
