// One state of a screen as a window of some width shows it, made smaller.
import { useEffect, useRef, useState } from 'react';
import styles from './Gallery.module.css';
import type { ScreenState } from './screen-state.ts';
import { addressOf } from './states.ts';

interface FrameProps {
  readonly state: ScreenState;
  readonly width: number;
  readonly height: number;
  readonly scheme?: 'light' | 'dark';
  readonly scale: number;
  /** Neither pressed nor reached by the keyboard, such as a thumbnail. */
  readonly still?: boolean;
}

/** Loaded while it is near the window, because each one runs the whole application. */
export function Frame({ state, width, height, scheme = 'light', scale, still = false }: FrameProps) {
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
          title={`${state.screen}: ${state.name}, ${width} px, ${scheme}`}
          inert={still}
          style={{ width, height, transform: `scale(${scale})`, colorScheme: scheme }}
        />
      )}
    </div>
  );
}
