import styles from './Manager.module.css';

interface ManagerProps {
  readonly fullName: string;
  readonly title: string;
  readonly picture?: string | undefined;
}

export function Manager({ fullName, title, picture }: ManagerProps) {
  return (
    <p className={styles.manager}>
      {picture && <img src={picture} alt="" width={56} height={56} loading="lazy" />}
      <span>
        {fullName}, <span className={styles.soft}>{title}</span>
      </span>
    </p>
  );
}
