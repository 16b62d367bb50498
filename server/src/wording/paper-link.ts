// The link at the foot of emails that carry a notice: how to take back the consent to electronic ones (15 USC 7001(c)(1)(B)).
import { escapeHtml } from '../pdf/render-html.ts';
import type { EmailContent } from './email-layout.ts';

/** Adds how to get notices on paper, at the foot of emails that carry one. */
export function withPaperLink({ subject, text, html }: EmailContent, href: string): EmailContent {
  const words = 'Get my notices on paper';
  return {
    subject,
    text: `${text}\n\n${words}: ${href}`,
    html: html.replace(
      '</td></tr>\n</table></td></tr></table>',
      `<br><a href="${escapeHtml(href)}" style="color:#4A544F">${words}</a></td></tr>\n</table></td></tr></table>`,
    ),
  };
}
