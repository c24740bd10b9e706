import { sanitized } from '../css/company-css.ts';
import { FAMILY_NAMES, familyOf } from '../css/families.ts';
import { fontFaces, type Weight } from '../fonts.ts';
import { css, html, type SafeHtml } from '#shared/base/kernel/html.ts';
import { labelsOf } from '../labels/index.ts';
import { baseStyle } from './base-style.ts';
import { type Blocks, blocksOf, runningFooter } from './blocks.ts';
import { guardStyle } from './guard-style.ts';
import { SHORT } from './lines.ts';
import { airStyle, pageStyle, paperStyle, roomsOf, screenStyle } from './page-style.ts';
import type { Page, Template } from './template.ts';
import { inTypeSizes } from './type-size.ts';
import { watermarkStyle } from './watermark-style.ts';

/** The Content Security Policy of pages: no scripts and no requests; images and fonts are embedded as `data:` URIs. */
export const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

/** The differences between templates: style, and arrangement of the first blocks. */
export interface Design {
  weights: readonly Weight[];
  /** The top margin of the first page in millimetres: 0 if the head reaches the edge of the paper. */
  firstMargin: number;
  style: (configuration: Page['configuration']) => SafeHtml;
  /** `!important` rules for areas with light text on a dark background, whose colours a company's style sheet must not change. */
  panels: SafeHtml;
  /** The blocks above the references. */
  head: (blocks: Blocks) => SafeHtml;
}

/**
 * Makes a template from a design. Cascade layers determine the precedence: guard, then the company's style sheet, then the design.
 */
export const templateFrom =
  (slug: string, design: Design): Template =>
  page => {
    const { document, configuration } = page;
    const labels = labelsOf(document.language);
    const title = `${document.title} ${document.number}`;
    const body = arranged(design, blocksOf(page));
    const family = familyOf(configuration.fontFamily);
    const running = {
      title: `${title} · ${document.company}`,
      footer: runningFooter(configuration.footerText),
      firstMargin: design.firstMargin,
    };
    const custom = sanitized(configuration.customCss);
    const families = FAMILY_NAMES.filter(name => name === family || custom?.markup.includes(`font-family:${name}`));
    const text = body.markup + running.title + (running.footer ?? '');
    return html`<!doctype html>
      <html lang="${labels.language}">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
          <title>${title}</title>
          <style>
            ${fontFaces(families, text, design.weights)}
            ${pageStyle(running, labels, family)}
            ${css`
              @layer guard, template, company;
              @layer guard {
                ${inTypeSizes(watermarkStyle, family)}
              }
              @layer template {
                ${airStyle(design.firstMargin)}${inTypeSizes(baseStyle(family), family)}${inTypeSizes(design.style(configuration), family)}
              }
            `}
            ${
              custom &&
              css`
                @layer guard {
                  ${guardStyle(design.panels)}
                }
                @layer company {
                  ${custom}
                }
              `
            }
            ${page.isOnScreen ? screenStyle : paperStyle}
          </style>
        </head>
        <body>
          ${watermark([page.isSandbox ? TEST : null, document.watermark])}
          <main
            class="document ${slug} ${document.lines.rows.length <= SHORT && 'short'}"
            data-rooms="${roomsOf(design.firstMargin)}"
          >
            ${body}
          </main>
        </body>
      </html>`;
  };

/** The blocks of a document: the head as the template arranges it, then the others, in the same order in all templates. */
function arranged({ head }: Design, blocks: Blocks): SafeHtml {
  const { air, references, transport, lines, summary, closing, people, signatures, footer } = blocks;
  return html`${head(blocks)} ${references}${transport}${air}${lines}${air}${summary}${closing}${people}${signatures}${footer}`;
}

/** On documents of a sandbox company, in every language. */
const TEST = 'TEST';

/** Texts across every page, one below the other: for documents of a sandbox company, for drafts and cancelled documents. */
function watermark(texts: readonly (string | null)[]): SafeHtml | null {
  const stated = texts.filter(text => text !== null);
  return stated.length === 0 ? null : html`<div class="watermark">${stated.map(text => html`<span>${text}</span>`)}</div>`;
}
