// Where in the browser's history a screen is, because a press may be answered after the applicant has gone elsewhere.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function usePlace() {
  // Another navigation may take the place of the one that follows a press, and end on this screen.
  const { key: place } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = place;
    return () => {
      shown.current = undefined;
    };
  }, [place]);
  return { place, isStillShown: () => shown.current === place };
}
