import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { classes } from './class-names.ts';
import styles from './Footer.module.css';
import { telephone } from './Header.tsx';
import { Mark } from './Logo.tsx';

interface FooterLink {
  readonly label: string;
  readonly href: string;
  /** Stays in sight when the footer is folded. */
  readonly stays?: true;
}

export interface FooterProps {
  readonly name: string;
  readonly help: { readonly words: string; readonly phone: string; readonly hours?: string };
  readonly links: readonly FooterLink[];
  readonly linksLabel: string;
  readonly states: { readonly label: string; readonly names: readonly string[] };
  /** The licensing notes that states require. */
  readonly licensing: { readonly label: string; readonly notes: readonly ReactNode[] };
  readonly copyright: string;
  readonly privacyChoices: { readonly label: string; readonly onOpen: () => void };
  /** What opens all that the folded footer leaves out. Without it, the footer is open. */
  readonly more?: string | undefined;
}

/** Who the lender is, where it is licensed, and how to reach it. Beside a task it is folded. */
export function Footer(props: FooterProps) {
  const { help, links, linksLabel, privacyChoices, more } = props;
  return (
    <footer className={classes(styles.footer, more && styles.folded)}>
      <div className={styles.inner}>
        <div className={styles.help}>
          <Mark />
          <p>
            {help.words} <a href={telephone(help.phone)}>{help.phone}</a>
            {help.hours && <span className={styles.hours}>{help.hours}</span>}
          </p>
        </div>
        <nav aria-label={linksLabel}>
          <Links links={links.filter(({ stays }) => stays || !more)}>
            <li>
              <Button kind="link" data-privacy-choices onClick={privacyChoices.onOpen}>
                {privacyChoices.label}
              </Button>
            </li>
          </Links>
        </nav>
        {more ? (
          <Fold title={more}>
            <Links links={links.filter(({ stays }) => !stays)} />
            <Notes {...props} />
          </Fold>
        ) : (
          <Notes {...props} />
        )}
      </div>
    </footer>
  );
}

/** Draws its content when it is opened, so that no task's page includes it. */
function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const look = () => setOpen(fold.current?.open ?? false);
  // It may have been opened before the page was hydrated.
  useEffect(look, []);
  return (
    <details ref={fold} className={styles.more} onToggle={look}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

function Links({
  links,
  children,
}: {
  readonly links: readonly FooterLink[];
  readonly children?: ReactNode;
}) {
  return (
    <ul className={styles.links}>
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href}>{label}</a>
        </li>
      ))}
      {children}
    </ul>
  );
}

function Notes({ states, licensing, copyright, name }: FooterProps) {
  return (
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
  );
}
