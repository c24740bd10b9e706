import { checkCss } from './custom-css.ts';
import { type SafeHtml, trusted } from '../../kernel/html.ts';

/** What of a company's style sheet is allowed, for a page; null when there is nothing. What is kept was checked, but not by today's rules. */
export function sanitized(customCss: string | null): SafeHtml | null {
  const { css } = customCss === null ? { css: '' } : checkCss(customCss);
  return css === '' ? null : trusted(css);
}
