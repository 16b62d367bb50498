import { expect, it } from 'vitest';
import { stylesIn } from './page-styles.ts';

const style = `@layer base,parts;
@layer parts{.Form-errors,.Form-row{gap:4px}.Form-errors p{margin:0}.Field-box .Field-secret{color:red}
.Field-box:hover input[aria-invalid]{border:0}@media (min-width:992px){.Form-errors{gap:8px}.Form-row{gap:9px}}}
@layer base{h1{margin:0}p>a{color:#00f}}`;

it('keeps the rules that can match the page, in their layers, and leaves out those for other classes', () => {
  const kept = stylesIn(style, '<div class="Form-row Field-box"><input></div>');
  expect(kept).toBe(
    '@layer base{h1{margin:0}p>a{color:#00f}}@layer parts{.Form-errors,.Form-row{gap:4px}' +
      '.Field-box:hover input[aria-invalid]{border:0}@media (width>=992px){.Form-row{gap:9px}}}',
  );
});
