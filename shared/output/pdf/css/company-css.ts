import { checkCss } from './custom-css.ts';
import { type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/**
 * The allowed part of a company's style sheet, for a page; null when nothing is left. A style sheet was checked when it was stored, and
 * is checked again here because the rules may have changed since.
 */
export function sanitized(customCss: string | null): SafeHtml | null {
  const { css } = customCss === null ? { css: '' } : checkCss(customCss);
  return css === '' ? null : trusted(css);
}
