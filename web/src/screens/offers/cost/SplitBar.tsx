import { useId } from 'react';
import styles from './CostPicture.module.css';

/** Principal and interest as two parts of one bar. The figures beside it have the same content, so it is hidden from screen readers. */
export function SplitBar({ principal, interest }: { readonly principal: number; readonly interest: number }) {
  const stripes = useId();
  const percent = (principal / (principal + interest)) * 100;
  return (
    <svg className={styles.bar} aria-hidden="true">
      <defs>
        <pattern
          id={stripes}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className={styles.fillInterest} />
          <rect width="2" height="6" className={styles.stripe} />
        </pattern>
      </defs>
      <rect width={`${percent}%`} height="100%" className={styles.fillPrincipal} />
      <rect x={`${percent}%`} width={`${100 - percent}%`} height="100%" fill={`url(#${stripes})`} />
    </svg>
  );
}
