import { useState } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { Button } from './Button.tsx';
import { PressFailure } from './PressFailure.tsx';

interface LoadFailedProps {
  readonly children: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** In place of what could not be loaded, with a button to try again. The button stays meanwhile, and so does its focus. */
export function LoadFailed({ children, busy = false, onRetry }: LoadFailedProps) {
  // A read that waits for a connection fails without having begun.
  const [presses, setPresses] = useState(0);
  const again = () => {
    setPresses(presses + 1);
    onRetry();
  };
  return (
    <>
      {!busy && <PressFailure key={presses} why={children} again={again} isRead />}
      <Button busy={busy} onClick={again}>
        {uiText.tryAgain}
      </Button>
    </>
  );
}
