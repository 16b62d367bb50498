// Scenes on a railway line that reaches both edges of the window.
import type { ReactNode } from 'react';
import styles from './Drawings.module.css';

const train = (
  <>
    <path className={styles.solid} d="M222 250v-26a8 8 0 0 1 8-8h60c18 0 30 16 34 34z" />
    <path className={styles.pane} d="M232 224h16v12h-16zM256 224h16v12h-16zM280 224h10q10 2 14 12h-24z" />
    <path className={styles.fill} d="M244 260a6 6 0 1 1 .1 0zM300 260a6 6 0 1 1 .1 0z" />
  </>
);

// In every scene, .fill is the paper behind the lines and .spot the one highlighted shape.
const scenes = {
  /** Under way. */
  train: <g transform="translate(-200 -144)">{train}</g>,
  /** The train is in the station: approved. */
  station: (
    <>
      <g transform="translate(-320 -144)">
        <path d="M340 262v-56M334 250h142M352 260v-8M468 260v-8" />
        <path className={styles.fill} d="M370 250v-58h88v58z" />
        <path className={styles.solid} d="m358 194 56-44 56 44z" />
        <path className={styles.spot} d="M340 208a11 11 0 1 1 .1 0z" />
      </g>
      <g transform="translate(-178 -144)">{train}</g>
    </>
  ),
  /** Papers to sign beside the line. */
  papers: (
    <>
      <g transform="translate(-30 40)">
        <path d="M50 78V10h42l18 18v50" className={styles.fill} />
        <path d="M92 10v18h18M62 34h20M62 44h34M62 54h34m-35 9 7 7m0-7-7 7M74 70h22" />
        <circle cx="104" cy="66" r="7" className={styles.spot} />
      </g>
      <g transform="translate(-100 -144)">{train}</g>
    </>
  ),
  /** The money is home. */
  funded: (
    <>
      <g transform="translate(-20 44)">
        <path d="M34 74V42l26-18 26 18v32" className={styles.fill} />
        <path d="M28 46 60 23l32 23M52 74V56h16v18" />
        <circle cx="120" cy="50" r="22" className={styles.spot} />
        <path d="M128 43c-2-4-15-4-15 2s15 4 15 10-13 6-15 2M120.5 35v30" />
      </g>
      <g transform="translate(-60 -144)">{train}</g>
    </>
  ),
  /** The line branches away: this way ends. */
  junction: (
    <g transform="translate(-16 52)">
      <path d="M36 66c26 0 26-38 52-38h42" />
      <circle cx="136" cy="28" r="8" className={styles.spot} />
      <path d="M146 66h10M112 58v16M120 58v16" />
      <circle cx="24" cy="66" r="7" className={styles.fill} />
    </g>
  ),
} satisfies Record<string, ReactNode>;

/** Whether the lender's pages have drawings. */
declare const __DRAWINGS__: boolean;

/** Decorative, so hidden from screen readers. */
export function Scene({ name }: { readonly name: keyof typeof scenes }) {
  if (!__DRAWINGS__) return null;
  return (
    <svg className={styles.scene} viewBox="0 0 320 124" preserveAspectRatio="xMinYMax" aria-hidden="true">
      <path
        className={styles.far}
        d="M-2000 118c1600 0 1640-6 1720-30s160-24 260 4 130-34 240-44 150 30 230 44 150-50 250-56 150 50 260 62 240-40 340-36 260 56 1700 56z"
      />
      <path
        className={styles.near}
        d="M-2000 118c1800 0 1930-2 2010-8s150 6 230 4 150-20 230-18 150 14 240 18 320 4 2290 4z"
      />
      <path d="M-2000 118h4000" />
      {scenes[name]}
    </svg>
  );
}

export function LineBreak() {
  return (
    <svg className={styles.break} viewBox="0 0 240 20" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
      <path d="M0 10h110M130 10h110" />
      <circle cx="120" cy="10" r="6" />
    </svg>
  );
}
