import { useEffect, useRef, useState } from 'react';
import { stages } from '#contract/screen-declaration.ts';
import { screens } from '#contract/screens.ts';
import styles from './Gallery.module.css';
import type { ScreenState } from './screen-state.ts';
import { addressOf, screenStates } from './states.ts';

const groups = stages
  .map((stage) => ({ stage, states: screenStates.filter(({ screen }) => screens[screen].stage === stage) }))
  .filter(({ states }) => states.length > 0);

export function Gallery() {
  return (
    <div className={styles.page}>
      <title>Every screen</title>
      <header className={styles.top}>
        <div>
          <h1>Every screen</h1>
          <p>
            {screenStates.length} states of {new Set(screenStates.map(({ screen }) => screen)).size} screens,
            rendered by the app with a fake server’s responses.
          </p>
        </div>
        <nav className={styles.ways} aria-label="Pages">
          <a href="/dev/api.json">The API</a>
        </nav>
      </header>
      <nav className={styles.ways} aria-label="Stages">
        {groups.map(({ stage }) => (
          <a key={stage} href={`#${stage}`}>
            {stage}
          </a>
        ))}
      </nav>
      <main>
        {groups.map(({ stage, states }) => (
          <section key={stage} id={stage} aria-labelledby={`${stage}-title`} className={styles.stage}>
            <h2 id={`${stage}-title`}>{stage}</h2>
            <ul className={styles.cards}>
              {states.map((state) => (
                <li key={addressOf(state)}>
                  <a href={addressOf(state)}>
                    <Frame state={state} />
                    <strong>{state.screen}</strong>
                    <span>{state.name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </div>
  );
}

const width = 390;
const height = 844;
const scale = 0.5;

/** One state of a screen as a phone shows it, made smaller. Loaded while it is near the window, because each one runs the whole application. */
function Frame({ state }: { readonly state: ScreenState }) {
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
