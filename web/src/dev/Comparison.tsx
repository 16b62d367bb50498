// One state of a screen in every width and both schemes, side by side.
import { screens } from '#contract/screens.ts';
import { Frame } from './Frame.tsx';
import styles from './Gallery.module.css';
import type { ScreenState } from './screen-state.ts';
import { addressOf, screenStates } from './states.ts';

const widths = [320, 390, 768, 1280, 1440];
const schemes = ['light', 'dark'] as const;

export function Comparison({ state }: { readonly state: ScreenState }) {
  const at = screenStates.indexOf(state);
  const [before, after] = [screenStates[at - 1], screenStates[at + 1]];
  const title = `${state.screen}: ${state.name}`;
  return (
    <div className={styles.page}>
      <title>{title}</title>
      <header className={styles.top}>
        <div>
          <p>{screens[state.screen].title}</p>
          <h1>{title}</h1>
        </div>
        <nav className={styles.ways} aria-label="States">
          <a href="/dev/screens">All screens</a>
          <a href={addressOf(state)}>This one alone</a>
          {before && <a href={`${addressOf(before)}?compare`}>Previous</a>}
          {after && <a href={`${addressOf(after)}?compare`}>Next</a>}
        </nav>
      </header>
      <main>
        {schemes.map((scheme) => (
          <section key={scheme} aria-label={scheme} className={styles.row}>
            {widths.map((width) => (
              <figure key={width}>
                <figcaption>
                  {width} px, {scheme}
                </figcaption>
                <Frame state={state} width={width} height={900} scheme={scheme} scale={0.6} />
              </figure>
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}
