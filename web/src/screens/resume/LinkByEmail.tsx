// A form for the application's email address, to which we email a link. For browsers that nothing else identifies.
import { emailResumeLinkForm } from '#contract/resume.ts';
import { EmailField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import type { Sent } from '../../forms/use-form-submission.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEmailedLink } from '../../shared/use-emailed-link.ts';
import { Alert } from '../../ui/Alert.tsx';
import { linkByEmailText } from '../../wording/resume.ts';
import { emailedLinkText as words } from '../../wording/session.ts';

export function LinkByEmail() {
  const { request, send } = useEmailedLink();
  const form = useScreenForm({
    schema: emailResumeLinkForm,
    // The form of the landing page has an email field too.
    idPrefix: 'link-',
    defaults: { email: '' },
    send: async ({ email }): Promise<Sent> => {
      await send(email);
      return 'again';
    },
  });
  if (request.state === 'sent') {
    return (
      <Alert kind="success" live>
        {words.sent(undefined)}
      </Alert>
    );
  }
  return (
    <Form form={form} label={words.button}>
      <EmailField field={form.field('email')} label={linkByEmailText.email} hint={linkByEmailText.hint} />
      <SubmitButton
        form={{ ...form, alerts: request.state === 'failed' ? [request.why] : form.alerts }}
        words={words.button}
        busyWords={words.sending}
      />
    </Form>
  );
}
