// One state of a screen as a phone shows it, made smaller.
import { useEffect, useRef, useState } from 'react';
import styles from './Gallery.module.css';
import type { ScreenState } from './screen-state.ts';
import { addressOf } from './states.ts';

const width = 390;
const height = 844;
const scale = 0.5;

/** Loaded while it is near the window, because each one runs the whole application. */
export function Frame({ state }: { readonly state: ScreenState }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    );
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.frame} style={{ width: width * scale, height: height * scale }}>
      {isNear && (
        <iframe
          src={addressOf(state)}
          title={`${state.screen}: ${state.name}`}
          inert
          style={{ width, height, transform: `scale(${scale})` }}
        />
      )}
    </div>
  );
}
