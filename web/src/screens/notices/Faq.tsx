import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { faq } from '../../wording/faq.ts';
import { noticeText } from '../../wording/notices.ts';

export default function Faq() {
  const { heading, lead } = noticeText.faq;
  return (
    <ScreenPage screen="frequently-asked-questions" heading={heading} lead={lead} width="medium">
      <Accordion items={faq.map(({ question, answer }) => ({ title: question, content: answer }))} />
      <BranchContact />
    </ScreenPage>
  );
}
