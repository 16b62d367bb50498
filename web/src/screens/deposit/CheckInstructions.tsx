import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Dialog.tsx';
import { depositText } from '../../wording/deposit.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './CheckInstructions.module.css';

const words = depositText.check;

export function CheckInstructions() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Modal
        open={open}
        onClose={close}
        title={words.title}
        actions={
          <Button kind="secondary" onClick={close}>
            {uiText.close}
          </Button>
        }
      >
        <p>{words.what}</p>
        <Check />
        <ol>
          {words.rows.map(({ name, what }) => (
            <li key={name}>
              <strong>{name}.</strong> {what}
            </li>
          ))}
        </ol>
        <p>{words.noCheck}</p>
      </Modal>
    </div>
  );
}

/** A sample check. The two numbers of the form are tinted, and the marks match the list. */
function Check() {
  return (
    <svg className={styles.check} viewBox="0 0 360 204" role="img" aria-label={words.drawing}>
      <rect className={styles.paper} x="1" y="1" width="358" height="156" rx="8" />
      <g className={styles.lines}>
        <path d="M22 26h86M22 36h60M262 44h60M22 76h206M22 100h300M22 124h96M222 124h104" />
        <path d="m226 120c10-14 16-14 18-4s6 5 14-3 12-2 16 3" />
        <rect x="252" y="62" width="86" height="20" rx="3" />
      </g>
      <text className={styles.digits} x="326" y="28" textAnchor="end">
        0101
      </text>
      <rect className={styles.spot} x="14" y="133" width="112" height="19" rx="4" />
      <rect className={styles.spot} x="136" y="133" width="120" height="19" rx="4" />
      <text className={styles.digits} x="20" y="147">
        121042882
      </text>
      <text className={styles.digits} x="142" y="147">
        000123456
      </text>
      <text className={styles.digits} x="272" y="147">
        0101
      </text>
      <path className={styles.pointer} d="M70 154v19M196 154v19M290 154v19" />
      {[70, 196, 290].map((x, index) => (
        <g key={x}>
          <circle className={styles.mark} cx={x} cy="186" r="13" />
          <text className={styles.number} x={x} y="191" textAnchor="middle">
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  );
}
