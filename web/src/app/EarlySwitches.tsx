// Boxes that were switched, and sliders that were moved, on a drawn page before it was hydrated. React takes over their appearance,
// not their meaning.
import { type ReactNode, useEffect, useState } from 'react';

export function EarlySwitches({ children }: { readonly children: ReactNode }) {
  // Read before the fields below write their own values.
  const [repeats] = useState(() => [...switchedEarly(), ...movedEarly()]);
  useEffect(() => {
    for (const repeat of repeats) repeat();
  }, [repeats]);
  return children;
}

const inputs = (types: string) => [...document.querySelectorAll<HTMLInputElement>(types)];

const switchedEarly = () =>
  inputs('[type=checkbox],[type=radio]')
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

const movedEarly = () =>
  inputs('[type=range]')
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((slider) => {
      const { value } = slider;
      return () => {
        // The first event hydrates the slider. React ignores an event without a new value, so the early one is set past it.
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        slider.value = slider.defaultValue;
        Reflect.set(HTMLInputElement.prototype, 'value', value, slider);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      };
    });
