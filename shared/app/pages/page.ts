import { createHash } from 'node:crypto';
import { html, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';
import { type Language, LANGUAGES } from '#shared/model/document.ts';
import type { Brand } from './brand.ts';
import { LANGUAGE_NAMES } from './language.ts';
import { brandStyle, STYLE } from './style.ts';

/** The frame of all hosted pages, and the policy that browsers apply to them. Pure. */

/** A page as it is answered. */
export interface Page {
  html: string;
  headers: Record<string, string>;
}

export interface PageParts {
  language: Language;
  brand: Brand;
  /** The title of the document, and its only `<h1>`. */
  title: string;
  content: SafeHtml;
  /** Attributes of `<main>`: data for the script. */
  data?: SafeHtml;
  /** Scripts of this program, run in this order; without any, the page runs none. */
  scripts?: readonly string[];
  /** The query of the page in other languages, without `lang`. */
  query?: Record<string, string>;
  /** Wide enough for a document. */
  isWide?: boolean;
}

const OTHER_LANGUAGES: Record<Language, string> = { ro: 'Limba', en: 'Language', de: 'Sprache', fr: 'Langue' };

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of a page: nothing may be loaded from elsewhere, and only the style sheets and scripts with these
 * contents are used, so that markup of a stranger could neither run nor send anything.
 */
export const policyOf = (styles: readonly string[], scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(sha256).join(' ')}`,
    'img-src data:',
    ...(scripts.length > 0 ? [`script-src ${scripts.map(sha256).join(' ')}`, "connect-src 'self'"] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** A complete page. Styles and scripts are in it, so that it needs one request, and no other function has to start. */
export function page({ language, brand, title, content, data, scripts = [], query = {}, isWide = false }: PageParts): Page {
  const styles = [STYLE.markup, brandStyle(brand).markup];
  const markup = html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title} · ${brand.name}</title>
      <link rel="icon" href="data:," />
      ${trusted(styles.map(style => `<style>${style}</style>`).join(''))}
    </head>
    <body>
      <div class="frame${isWide && ' wide'}">
        <header>${head(brand)}</header>
        <main ${data}>
          <h1>${title}</h1>
          ${content}
        </main>
        <footer>
          <nav aria-label="${OTHER_LANGUAGES[language]}">
            <ul>
              ${LANGUAGES.map(other => languageLink(other, language, query))}
            </ul>
          </nav>
        </footer>
      </div>
      ${trusted(scripts.map(script => `<script>${script}</script>`).join(''))}
    </body>
  </html>`;
  return {
    html: `<!doctype html>${markup.markup}`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(styles, scripts),
      'content-language': language,
      'cross-origin-opener-policy': 'same-origin',
    },
  };
}

const head = ({ name, logo }: Brand): SafeHtml =>
  logo === null ? html`${name}` : html`<span class="plate"><img src="${logo}" alt="${name}" /></span>`;

function languageLink(other: Language, current: Language, query: Record<string, string>): SafeHtml {
  const name = LANGUAGE_NAMES[other];
  if (other === current) return html`<li><span aria-current="true" lang="${other}">${name}</span></li>`;
  const href = `?${new URLSearchParams({ ...query, lang: other }).toString()}`;
  return html`<li><a href="${href}" lang="${other}" hreflang="${other}">${name}</a></li>`;
}
