import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import buttons from './Button.module.css';
import { ConfirmDialog } from './Dialog.tsx';

const rendered = (isLoss: boolean) => {
  const html = renderToStaticMarkup(
    <ConfirmDialog
      open
      title="Withdraw?"
      confirmWords="Withdraw"
      cancelWords="Keep"
      isLoss={isLoss}
      confirm={{ onClick: () => {} }}
      onCancel={() => {}}
    >
      What it means.
    </ConfirmDialog>,
  );
  const isFilled = (words: string) =>
    new RegExp(`<button[^>]*class="[^"]*${buttons.primary}[^"]*"[^>]*>(?:(?!</button>).)*${words}`).test(
      html,
    );
  return { confirm: isFilled('Withdraw'), cancel: isFilled('Keep') };
};

it('what the applicant may lose is never the filled button', () => {
  expect(rendered(true)).toEqual({ confirm: false, cancel: true });
  expect(rendered(false)).toEqual({ confirm: true, cancel: false });
});
