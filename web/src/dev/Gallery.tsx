import { useState } from 'react';
import { stages } from '#contract/screen-declaration.ts';
import { screens } from '#contract/screens.ts';
import { Frame, type Scheme } from './Frame.tsx';
import styles from './Gallery.module.css';
import type { ScreenState } from './screen-state.ts';
import { addressOf, screenStates } from './states.ts';

const sizes = {
  Phone: { width: 390, height: 844, scale: 0.5 },
  Computer: { width: 1280, height: 900, scale: 0.25 },
} as const;
type Size = keyof typeof sizes;

const titleOf = (stage: string) => stage.charAt(0).toUpperCase() + stage.slice(1).replaceAll('-', ' ');
const wordsOf = ({ screen, name }: ScreenState) => `${screen} ${screens[screen].title} ${name}`.toLowerCase();

export function Gallery() {
  const [wanted, setWanted] = useState('');
  const [size, setSize] = useState<Size>('Phone');
  const [scheme, setScheme] = useState<Scheme>('light');
  const words = wanted.toLowerCase().split(/\s+/);
  const found = screenStates.filter((state) => words.every((word) => wordsOf(state).includes(word)));
  const groups = stages
    .map((stage) => ({ stage, states: found.filter(({ screen }) => screens[screen].stage === stage) }))
    .filter(({ states }) => states.length > 0);
  return (
    <div className={styles.page}>
      <title>Every screen</title>
      <header className={styles.top}>
        <div>
          <h1>Every screen</h1>
          <p>
            {screenStates.length} states of {new Set(screenStates.map(({ screen }) => screen)).size} screens,
            rendered by the app with a fake server’s responses. Open one to see it in every width and both
            schemes.
          </p>
        </div>
        <nav className={styles.ways} aria-label="Pages">
          <a href="/dev/api.json">The API</a>
        </nav>
      </header>
      <form className={styles.controls} onSubmit={(event) => event.preventDefault()}>
        <label className={styles.find}>
          <span>Find a screen</span>
          <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
        </label>
        <Choice
          name="size"
          label="Window"
          options={Object.keys(sizes) as Size[]}
          chosen={size}
          onChoose={setSize}
        />
        <Choice
          name="scheme"
          label="Scheme"
          options={['light', 'dark'] as const}
          chosen={scheme}
          onChoose={setScheme}
        />
      </form>
      <div className={styles.body}>
        <nav className={styles.stages} aria-label="Stages">
          <ul>
            {groups.map(({ stage, states }) => (
              <li key={stage}>
                <a href={`#${stage}`}>
                  {titleOf(stage)} <span>{states.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main>
          {groups.length === 0 && <p>No screen has these words.</p>}
          {groups.map(({ stage, states }) => (
            <section key={stage} id={stage} aria-labelledby={`${stage}-title`} className={styles.stage}>
              <h2 id={`${stage}-title`}>{titleOf(stage)}</h2>
              <ul className={styles.cards}>
                {states.map((state) => (
                  <li key={addressOf(state)}>
                    <a href={`${addressOf(state)}?compare`}>
                      <Frame state={state} {...sizes[size]} scheme={scheme} still />
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
    </div>
  );
}

interface ChoiceProps<Option extends string> {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
}

function Choice<Option extends string>({ name, label, options, chosen, onChoose }: ChoiceProps<Option>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === chosen} onChange={() => onChoose(option)} />
          {titleOf(option)}
        </label>
      ))}
    </fieldset>
  );
}
