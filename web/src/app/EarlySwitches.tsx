// Boxes that were switched on a drawn page before it was hydrated. React takes over how they look, not what they mean.
import { type ReactNode, useEffect, useState } from 'react';
import { isDrawnForOne } from '../lib/drawn-page.ts';

export function EarlySwitches({ children }: { readonly children: ReactNode }) {
  // Read before the fields below write their own values.
  const [switched] = useState(switchedEarly);
  useEffect(() => {
    for (const { box, on } of switched) {
      box.checked = !on;
      box.click();
    }
  }, [switched]);
  return children;
}

interface Switched {
  readonly box: HTMLInputElement;
  readonly on: boolean;
}

function switchedEarly(): readonly Switched[] {
  if (!isDrawnForOne(document)) return [];
  const boxes = document.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]');
  return [...boxes]
    .filter(
      ({ type, checked, defaultChecked }) => checked !== defaultChecked && (checked || type !== 'radio'),
    )
    .map((box) => ({ box, on: box.checked }));
}
