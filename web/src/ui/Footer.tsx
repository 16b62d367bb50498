import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Footer.module.css';
import { telephone } from './Header.tsx';
import { Mark } from './Logo.tsx';

export interface FooterProps {
  readonly name: string;
  readonly help: { readonly words: string; readonly phone: string; readonly hours?: string };
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly linksLabel: string;
  readonly states: { readonly label: string; readonly names: readonly string[] };
  /** The licensing notes that states require. */
  readonly licensing: { readonly label: string; readonly notes: readonly ReactNode[] };
  readonly copyright: string;
  readonly privacyChoices: { readonly label: string; readonly onOpen: () => void };
}

/** Who the lender is, where it is licensed, and how to reach it. */
export function Footer(props: FooterProps) {
  const { help, links, linksLabel, states, licensing, copyright, privacyChoices, name } = props;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.help}>
          <Mark />
          <p>
            {help.words} <a href={telephone(help.phone)}>{help.phone}</a>
            {help.hours && <span className={styles.hours}>{help.hours}</span>}
          </p>
        </div>
        <nav aria-label={linksLabel}>
          <ul className={styles.links}>
            {links.map(({ label, href }) => (
              <li key={label}>
                <a href={href}>{label}</a>
              </li>
            ))}
            <li>
              <Button kind="link" data-privacy-choices onClick={privacyChoices.onOpen}>
                {privacyChoices.label}
              </Button>
            </li>
          </ul>
        </nav>
        <div className={styles.notes}>
          <p>
            <strong>{states.label}</strong> {states.names.join(', ')}.
          </p>
          {licensing.notes.length > 0 && (
            <details>
              <summary>{licensing.label}</summary>
              <ul>
                {licensing.notes.map((note, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the notes are fixed texts that never change places.
                  <li key={index}>{note}</li>
                ))}
              </ul>
            </details>
          )}
          <p>
            {copyright} {name}
          </p>
        </div>
      </div>
    </footer>
  );
}
