// Links at the foot of emails, under the lender's address.
import { escapeHtml } from '../pdf/render-html.ts';
import type { EmailContent } from './email-layout.ts';

const end = '</td></tr>\n</table></td></tr></table>';

function withFooterLink<E extends EmailContent>(content: E, words: string, href: string): E {
  return {
    ...content,
    text: `${content.text}\n\n${words}: ${href}`,
    html: content.html.replace(
      end,
      () => `<br><a href="${escapeHtml(href)}" style="color:#4B5752">${words}</a>${end}`,
    ),
  };
}

/** How to take back the consent to electronic notices (15 USC 7001(c)(1)(B)), in emails that carry one. */
export const withPaperLink = <E extends EmailContent>(content: E, href: string): E =>
  withFooterLink(content, 'Get my notices on paper', href);

/** In every email to an applicant. The address opens nothing by itself: the page asks who is there. */
export const withStatusLink = <E extends EmailContent>(content: E, href: string): E =>
  withFooterLink(content, 'See where my application stands', href);
