import type { ReactNode } from 'react';
import { appText } from '../wording/app.ts';
import { telephone } from '../wording/format.ts';
import { brand, helpPhone } from '../wording/lender.ts';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';

interface HeaderProps {
  readonly href: string;
  /** Where the application is found, and what an applicant who is signed in can do. */
  readonly account: ReactNode;
}

/** The logo as a link, and a phone number, which is a picture of a phone on a phone. */
export function Header({ href, account }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.home}>
          {/* Loads a new document, which drops what was typed or chosen. */}
          <a href={href} onClick={(event) => event.stopPropagation()}>
            <Logo name={brand.name} />
          </a>
        </div>
        <p className={styles.phone}>
          <span>{`${appText.helpBeside} `}</span>
          <a href={telephone(helpPhone)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4c-9 1-17-7-16-16z" />
            </svg>
            <span>{helpPhone}</span>
          </a>
        </p>
        <div className={styles.account}>{account}</div>
      </div>
    </header>
  );
}
