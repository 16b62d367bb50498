// Boxes that were switched on a rendered page before it was hydrated. React takes over their appearance, not their meaning.
import { type ReactNode, useEffect, useState } from 'react';

export function ReplayEarlyInputs({ children }: { readonly children: ReactNode }) {
  // Read before the fields below write their own values.
  const [repeats] = useState(switchedEarly);
  useEffect(() => {
    for (const repeat of repeats) repeat();
  }, [repeats]);
  return children;
}

const switchedEarly = () =>
  [...document.querySelectorAll<HTMLInputElement>('[type=checkbox],[type=radio]')]
    // Where one of several was chosen, the others follow.
    .filter(
      ({ type, checked, defaultChecked }) => checked !== defaultChecked && (checked || type !== 'radio'),
    )
    .map((box) => {
      const on = box.checked;
      return () => {
        box.checked = !on;
        box.click();
      };
    });
