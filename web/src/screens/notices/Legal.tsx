// One of the lender's legal texts as a page.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { localDay } from '../../app/days.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { LegalBody } from '../../app/LegalBody.tsx';
import { loadLegalText } from '../../app/legalTexts.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { Stack } from '../../ui/Page.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { dayText } from '../../wording/format.ts';
import { noticeWords } from '../../wording/notices.ts';
import { landingWords } from '../../wording/prequalification.ts';
import { titles } from '../../wording/titles.ts';

export default function Legal() {
  const { document = '' } = useParams();
  const { now } = useEnvironment();
  const words = noticeWords.legal;
  const {
    data: text,
    isPending,
    isError,
  } = useQuery({
    queryKey: ['legal', document],
    queryFn: async () => (await loadLegalText(document, localDay(now()))) ?? null,
  });
  if (isPending) {
    return (
      <ScreenPage screen="legal" heading={titles.legal} width="medium">
        <Waiting messages={[landingWords.textLoading]} />
      </ScreenPage>
    );
  }
  if (isError || !text) {
    const heading = isError ? words.failed : words.unknown;
    return (
      <ScreenPage screen="legal" title={heading} heading={heading} width="medium">
        <p>{isError ? words.failedNext : words.unknownNext}</p>
      </ScreenPage>
    );
  }
  return (
    <ScreenPage
      screen="legal"
      title={text.title}
      heading={text.title}
      lead={words.effective(dayText(`${text.effective}T12:00:00`))}
      width="medium"
    >
      <Stack tight>
        <LegalBody text={text} level={2} />
      </Stack>
    </ScreenPage>
  );
}
