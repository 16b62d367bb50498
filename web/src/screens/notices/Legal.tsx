// One of the lender's legal texts as a page.
import { useLoaderData } from 'react-router';
import { localDay } from '../../app/days.ts';
import { LegalBody } from '../../app/LegalBody.tsx';
import { loadLegalText } from '../../app/legalTexts.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import type { Prepare } from '../../app/screenTable.ts';
import { Stack } from '../../ui/Page.tsx';
import { dayText } from '../../wording/format.ts';
import { noticeWords } from '../../wording/notices.ts';

export const prepare = (async ({ now }, { document = '' }) =>
  (await loadLegalText(document, localDay(now()))) ?? null) satisfies Prepare;

export default function Legal() {
  const text = useLoaderData<typeof prepare>();
  const words = noticeWords.legal;
  if (!text) {
    return (
      <ScreenPage screen="legal" title={words.unknown} heading={words.unknown} width="medium">
        <p>{words.unknownNext}</p>
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
