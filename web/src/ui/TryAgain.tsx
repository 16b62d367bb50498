import { useState } from 'react';
import { Button } from './Button.tsx';
import { PressFailure } from './PressFailure.tsx';

interface TryAgainProps {
  /** What could not be loaded. */
  readonly why: string;
  readonly busy: boolean;
  readonly onPress: () => void;
  /** The button's label. */
  readonly children: string;
}

/** In place of what could not be loaded. The button stays while it is loaded again, and so does its focus. */
export function TryAgain({ why, busy, onPress, children }: TryAgainProps) {
  // A read that waits for a connection fails without having begun.
  const [presses, setPresses] = useState(0);
  const again = () => {
    setPresses(presses + 1);
    onPress();
  };
  return (
    <>
      {!busy && <PressFailure key={presses} why={why} again={again} />}
      <div>
        <Button busy={busy} onClick={again}>
          {children}
        </Button>
      </div>
    </>
  );
}
