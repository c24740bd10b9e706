import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { escapeHtml, html, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';
import { PAGES, type Section, type Source } from './contents.ts';

/** A page with the navigation of the site. */
export interface PageParts {
  title: string;
  /** The path of the page, which the navigation marks. */
  path: string;
  styles: string;
  /** Below the navigation, with the scripts. */
  main: string;
  sections: readonly (Omit<Section, 'pages'> & { pages: readonly (Source & { title: string })[] })[];
}

export function sitePage({ title, path, styles, main, sections }: PageParts): string {
  const link = (to: string, text: string): SafeHtml =>
    html`<a href="${to}" ${to === path && trusted(' aria-current="page"')}>${text}</a>`;
  // Opened by the browser itself, since these pages have no script.
  const menus = sections.map(
    (section, place) =>
      html`<div class="menu">
        <button type="button" popovertarget="menu-${place}">${section.title}</button>
        <ul popover id="menu-${place}">
          ${section.pages.map(page => html`<li>${link(page.path, page.title)}</li>`)}
        </ul>
      </div>`,
  );
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · Invoicing service</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${styles}" />
        </head>
        <body>
          <nav class="site" aria-label="Documentation">${link('/docs', 'Reference')} ${menus}</nav>
          ${trusted(main)}
        </body>
      </html> `,
  );
}

/** The text of the first heading. */
export const titleOf = (markdown: string): string => (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '');

/**
 * The HTML of a Markdown file. Links to files that are pages of the site lead there, those that show a file's name show its title
 * instead, and those to other files stay as text.
 */
export function rendered(markdown: string, { file }: Source, titleOfFile: (file: string) => string): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens, text }: Tokens.Link) {
        const shown = this.parser.parseInline(tokens);
        if (isOutside(href)) return anchor(href, shown);
        const [target = '', fragment] = href.split('#');
        const page = pageOf(target, file);
        if (!page) return shown;
        const to = fragment === undefined ? page.path : `${page.path}#${fragment}`;
        return anchor(to, text.endsWith('.md') ? escapeHtml(titleOfFile(page.file)) : shown);
      },
    },
  });
  return marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<table tabindex="0">')
    .replaceAll('<pre>', '<div class="block"><div class="frame"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div></div>')
    .replaceAll(OUTPUT, '$1');
}

/** Between commands and what they print, which are one block. */
const OUTPUT =
  /(<code class="language-sh">(?:(?!<\/pre>)[^])*<\/pre>)<\/div><\/div>\s*<div class="block"><div class="frame">(?=<pre tabindex="0"><code class="language-text">)/g;

/** Whether a link leads to another site, or stays on its page. */
const isOutside = (href: string): boolean => /^(https?:|mailto:|#)/.test(href);

const anchor = (to: string, markup: string): string => `<a href="${escapeHtml(to)}">${markup}</a>`;

/** The page made from the file that a link of another file names. */
const pageOf = (target: string, file: string): Source | undefined =>
  PAGES.find(one => one.file === posix.join(posix.dirname(file), target));
