import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { consents } from '#contract/consents.ts';
import { agreement } from '#contract/fields.ts';
import { agreeToPartners, getDeclinedPartner, getPartners } from '#contract/partners.ts';
import { Checkbox } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { Card } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import styles from './Notice.module.css';
import { Notice } from './Notice.tsx';
import { PartnerOption } from './PartnerOption.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

const consentText = noticeText.partnersConsent;
const consentForm = z.object({ acceptPartners: agreement });

const notices = {
  declined: noticeText.declined,
  'out-of-trade-area': noticeText.outOfTradeArea,
} as const;

export default function Declined({ screen }: { readonly screen: keyof typeof notices }) {
  return (
    <Notice screen={screen} {...notices[screen]} articles>
      <WhyDeclined />
      <Partners />
    </Notice>
  );
}

/** Where a declined applicant can turn to: the partner that sent them, and the lender's partners once they agree to see them. */
function Partners() {
  const { partner: href, partners } = useJourney()?.links ?? {};
  const { data: partner, isError } = useServerQuery(getDeclinedPartner, href);
  const hasPartner = href !== undefined && !isError;
  if (!hasPartner && !partners) return null;
  return (
    <Card title={hasPartner ? noticeText.partnerLead : consentText.title}>
      {hasPartner && (partner ? <PartnerOption {...partner} /> : <div className={styles.partner} />)}
      {partners && <PartnersConsent href={partners} />}
    </Card>
  );
}

/** Offers partners to a declined applicant, and records the answer before showing any. */
function PartnersConsent({ href }: { readonly href: string }) {
  const { call } = useEnvironment();
  const navigate = useNavigateTo();
  const queries = useQueryClient();
  const form = useScreenForm({
    schema: consentForm,
    names: { acceptPartners: consentText.title },
    send: async () => {
      await call(agreeToPartners, href, { body: { acceptPartners: true } });
      // In an earlier response, the applicant has not agreed.
      queries.removeQueries({ queryKey: [getPartners.path] });
      navigate('refer-to-partners');
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <Checkbox
        field={form.field('acceptPartners')}
        label={<ConsentSentence consent={consents.partners} />}
      />
      <SubmitButton
        form={form}
        kind="secondary"
        words={consentText.button}
        busyWords={consentText.submitting}
      />
    </Form>
  );
}
