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
  return (
    <>
      {!busy && <PressFailure why={why} again={onPress} />}
      <div>
        <Button busy={busy} onClick={onPress}>
          {children}
        </Button>
      </div>
    </>
  );
}
