// Asks for the email address of the application, where nothing else names it, and emails a link there.
import { mailLinkForm } from '#contract/resume.ts';
import { EmailField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import type { Sent } from '../../forms/use-form-submission.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useMailedLink } from '../../shared/use-mailed-link.ts';
import { Alert } from '../../ui/Alert.tsx';
import { mailedLinkText as words } from '../../wording/session.ts';

export function LinkByEmail() {
  const { asking, ask } = useMailedLink();
  const form = useScreenForm({
    schema: mailLinkForm,
    // The form of the landing page has an email field too.
    idPrefix: 'link-',
    defaults: { email: '' },
    send: async ({ email }): Promise<Sent> => {
      await ask(email);
      return 'again';
    },
  });
  if (asking.state === 'sent') {
    return (
      <Alert kind="success" live>
        {words.sent(undefined)}
      </Alert>
    );
  }
  return (
    <Form form={form} label={words.button}>
      {asking.state === 'failed' && <Alert kind="error">{asking.why}</Alert>}
      <EmailField field={form.field('email')} label={words.email} hint={words.emailHint} />
      <SubmitButton form={form} busyWords={words.sending}>
        {words.button}
      </SubmitButton>
    </Form>
  );
}
