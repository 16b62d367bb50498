import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { consents } from '#contract/consents.ts';
import { agreement } from '#contract/fields.ts';
import { agreeToPartners, getPartners } from '#contract/partners.ts';
import { Checkbox } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import type { ButtonKind } from '../../ui/Button.tsx';
import { noticeText } from '../../wording/notices.ts';

const words = noticeText.partnersConsent;
const schema = z.object({ acceptPartners: agreement });

interface PartnersConsentProps {
  readonly href: string;
  readonly kind: ButtonKind;
}

/** Offers partners to a declined applicant, and records the answer before showing any. */
export default function PartnersConsent({ href, kind }: PartnersConsentProps) {
  const { call } = useEnvironment();
  const navigate = useNavigateTo();
  const queries = useQueryClient();
  const form = useScreenForm({
    schema,
    names: { acceptPartners: words.title },
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
      <SubmitButton form={form} kind={kind} words={words.button} busyWords={words.submitting} />
    </Form>
  );
}
