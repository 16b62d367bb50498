import { expect, it } from 'vitest';
import { stylesIn } from './page-styles.ts';

const style = `@layer base,parts;
@layer parts{.Form-errors,.Form-row{gap:4px}.Form-errors p{margin:0}.Field-box .Field-secret{color:red}
.Field-box:focus input{border:0}.Field-box input[type=radio]{margin:0}
.Field-box:hover{color:red}.Field-box input[aria-invalid],.Field-box input[type=checkbox]{color:red}
.Field-box:not([aria-disabled=true]){gap:1px}
@media (min-width:992px){.Form-errors{gap:8px}.Form-row{gap:9px}}@media print{.Form-row{gap:0}}}
@layer base{h1{margin:0}p>a{color:#00f}}`;

it('drops custom properties that no kept rule reads', () => {
  const kept = stylesIn(':root{--ink:red;--gap:4px;--gap-2:8px}p{color:var(--ink);gap:var(--gap-2)}', '<p>');
  expect(kept).toBe(':root{--ink:red;--gap-2:8px}p{color:var(--ink);gap:var(--gap-2)}');
});

it('keeps the rules that can match the page as it is rendered first, in their layers', () => {
  const kept = stylesIn(style, '<div class="Form-row Field-box"><input type="radio"></div>');
  expect(kept).toBe(
    '@layer base{h1{margin:0}p>a{color:#00f}}@layer parts{.Form-errors,.Form-row{gap:4px}' +
      '.Field-box:focus input{border:0}.Field-box input[type=radio]{margin:0}' +
      '.Field-box:not([aria-disabled=true]){gap:1px}@media (width>=992px){.Form-row{gap:9px}}}',
  );
});
