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

/** The logo as a link, and a phone number. */
export function Header({ name, href, onLogo, phone, account }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a className={styles.home} href={href} onClick={onLogo}>
          <Logo name={name} />
        </a>
        {phone && (
          <p className={styles.phone}>
            <span className={styles.phoneWords}>{phone.words} </span>
            <a href={telephone(phone.number)}>{phone.number}</a>
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
