// The hard inquiry is explained and agreed to. Nothing is asked of the bureau before the button is pressed.
import * as z from 'zod/mini';
import { submitApproval } from '#contract/approval.ts';
import { agreement } from '#contract/fields.ts';
import { ConsentCard } from '../../app/ConsentCard.tsx';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { FourSteps } from '../../app/FourSteps.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { useElsewhere } from '../../app/useElsewhere.ts';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/useScreenForm.ts';
import { Card } from '../../ui/Card.tsx';
import { approvalWords } from '../../wording/approval.ts';

const words = approvalWords.submit;

export default function ApprovalSubmit() {
  const { call, journey } = useEnvironment();
  const go = useGo();
  const elsewhere = useElsewhere();
  const now = useJourney();
  // Applicants who come from a partner have not seen the disclosures on our form.
  const both = now?.source === 'affiliate';
  const form = useScreenForm({
    schema: both ? bothConsents : oneConsent,
    send: async () => {
      try {
        const { job } = await call(submitApproval, now?.links.submitApproval, {
          body: { acceptHardPull: true, ...(both && { acceptLegal: true }) },
        });
        journey.learn({ job: job.href });
        go('approval-loading', { replace: true });
        return undefined;
      } catch (failure) {
        if (await elsewhere.after(failure)) return undefined;
        throw failure;
      }
    },
  });
  const all = both ? 2 : 1;
  return (
    <ScreenPage screen="approval-submit" heading={words.heading} lead={words.lead}>
      <Card title={words.whatTitle}>
        <ul>
          {words.what.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Card>
      <Form form={form}>
        <ConsentCard
          title={words.hardPullTitle}
          step={words.step(1, all)}
          consent="hardPull"
          field={form.field('acceptHardPull')}
        />
        {both && (
          <ConsentCard
            title={words.disclosuresTitle}
            step={words.step(2, all)}
            consent="disclosures"
            field={form.field('acceptLegal')}
          />
        )}
        <SubmitButton form={form} busyWords={words.submitting}>
          {words.button}
        </SubmitButton>
        <p>{words.next}</p>
      </Form>
      <FourSteps here={2} />
    </ScreenPage>
  );
}

const oneConsent = z.object({ acceptHardPull: agreement, acceptLegal: z.optional(agreement) });
const bothConsents = z.object({
  acceptHardPull: agreement,
  acceptLegal: agreement,
}) as unknown as typeof oneConsent;
