// Boxes that were switched on a drawn page before it was hydrated. React takes over their appearance, not their meaning.
import { type ReactNode, useEffect, useState } from 'react';

export function EarlySwitches({ children }: { readonly children: ReactNode }) {
  // Read before the fields below write their own values.
  const [switched] = useState(switchedEarly);
  useEffect(() => switched.forEach(switchAgain), [switched]);
  return children;
}

const switchedEarly = () =>
  [...document.querySelectorAll<HTMLInputElement>('[type=checkbox],[type=radio]')]
    // Where one of several was chosen, the others follow.
    .filter(
      ({ type, checked, defaultChecked }) => checked !== defaultChecked && (checked || type !== 'radio'),
    )
    .map((box) => ({ box, on: box.checked }));

function switchAgain({ box, on }: { readonly box: HTMLInputElement; readonly on: boolean }): void {
  box.checked = !on;
  box.click();
}
