import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../ui/class-names.ts';
import styles from './SideColumn.module.css';

/** From the top of the window, in pixels. */
const offset = 96;

/** Stays in view while the task scrolls, unless it is taller than the window: then its end would never be seen. */
export function SideColumn({ children }: { readonly children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const stop = new AbortController();
    const measure = () => setTall(element.offsetHeight + offset > window.innerHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure, { signal: stop.signal });
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, []);
  return (
    <div ref={column} className={classes(styles.column, isTall && styles.tall)}>
      {children}
    </div>
  );
}

/** Whether the window has room for the side column. Undefined on the server, which renders both it and the line. */
export const useRoomBeside = () => useSyncExternalStore(subscribe, hasRoom, () => undefined);

const roomBeside = () => matchMedia('(min-width: 992px)');
const hasRoom = (): boolean | undefined => roomBeside().matches;
const subscribe = (listener: () => void) => {
  const query = roomBeside();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
