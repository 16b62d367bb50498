import type { MouseEventHandler, ReactNode } from 'react';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';

interface HeaderProps {
  readonly name: string;
  readonly href: string;
  readonly onLogo?: MouseEventHandler<HTMLAnchorElement>;
  readonly phone?: { readonly words: string; readonly number: string };
  /** Where the application is found, and what an applicant who is signed in can do. */
  readonly account?: ReactNode;
}

/** The logo as a link, and a phone number, which is a picture of a phone on a phone. */
export function Header({ name, href, onLogo, phone, account }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.home}>
          <a href={href} onClick={onLogo}>
            <Logo name={name} />
          </a>
        </div>
        {phone && (
          <p className={styles.phone}>
            <span>{phone.words} </span>
            <a href={telephone(phone.number)}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4c-9 1-17-7-16-16z" />
              </svg>
              <span>{phone.number}</span>
            </a>
          </p>
        )}
        <div className={styles.account}>{account}</div>
      </div>
    </header>
  );
}

/** The `tel:` address of a formatted phone number. */
export function telephone(number: string): string {
  const digits = number.replace(/\D/g, '');
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`;
}
