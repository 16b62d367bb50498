// Saves one thing at a time, such as the offer whose button was pressed.
import { useRef, useState } from 'react';
import { usePlace } from '../../journey/use-place.ts';

export function useSaving() {
  const { place, isStillShown } = usePlace();
  /** What is being saved, and where. */
  const [current, setCurrent] = useState<{ readonly key: string; readonly place: string }>();
  const busyAt = useRef<string>(undefined);
  const [failed, setFailed] = useState<string>();

  /** Sends nothing while something else is saved, or once a save has led to another screen. */
  const save = async (key: string, send: () => Promise<boolean>, leave: () => void): Promise<void> => {
    if (busyAt.current === place) return;
    busyAt.current = place;
    setCurrent({ key, place });
    setFailed(undefined);
    const isSaved = await send().catch(() => setFailed(key));
    if (isSaved && isStillShown()) return leave();
    if (busyAt.current !== place) return;
    busyAt.current = undefined;
    setCurrent(undefined);
  };
  return { saving: current?.place === place ? current.key : undefined, failed, save };
}
