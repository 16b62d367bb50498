// Explains the hard inquiry and requests consent. The inquiry is made only after the button is pressed.
import { useState } from 'react';
import * as z from 'zod/mini';
import { submitApproval } from '#contract/approval.ts';
import { agreement } from '#contract/fields.ts';
import type { CoreOutage } from '#contract/outage.ts';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { ConsentCard } from '../../shared/ConsentCard.tsx';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { OutageNotice } from '../../shared/outage/OutageNotice.tsx';
import { outageOf } from '../../shared/outage/outage-of.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Card } from '../../ui/Card.tsx';
import { approvalText } from '../../wording/approval.ts';

const words = approvalText.submit;

export default function ApprovalSubmit() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const [outage, setOutage] = useState<CoreOutage>();
  const form = useScreenForm({
    schema: consent,
    names: { acceptHardPull: words.hardPullTitle },
    send: async () => {
      setOutage(undefined);
      try {
        const { job } = await call(submitApproval, now?.links.submitApproval, {
          // Partners' applicants agreed when they accepted the terms, and are not asked again.
          body: { acceptHardPull: true, ...(now?.source === 'affiliate' && { acceptLegal: true }) },
        });
        journey.merge({ links: { job: job.href } });
        navigate('approval-loading', { replace: true });
        return undefined;
      } catch (failure) {
        const offline = outageOf(failure);
        if (!offline) throw failure;
        setOutage(offline);
        return 'again';
      }
    },
  });
  return (
    <ScreenPage
      screen="approval-submit"
      beside={<FourSteps current={2} />}
      heading={words.heading}
      lead={words.lead}
    >
      <Card title={words.whatTitle}>
        <ul>
          {words.what.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Card>
      {outage && <OutageNotice outage={outage} />}
      <Form form={form}>
        <ConsentCard title={words.hardPullTitle} consent="hardPull" field={form.field('acceptHardPull')} />
        <SubmitButton form={form} words={words.button} busyWords={words.submitting} />
        <p>{words.next}</p>
      </Form>
    </ScreenPage>
  );
}

const consent = z.object({ acceptHardPull: agreement });
