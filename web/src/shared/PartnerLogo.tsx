import { landingText } from '../wording/landing.ts';
import styles from './PartnerLogo.module.css';

export interface Partner {
  readonly name: string;
  readonly logo: string;
}

export function PartnerLogo({ name, logo }: Partner) {
  return (
    <div className={styles.partner}>
      <h2 className={styles.heading}>{landingText.comingFrom}</h2>
      <img className={styles.logo} src={logo} alt={name} loading="lazy" />
    </div>
  );
}
