import { type FamilyName, stackOf } from '../css/families.ts';
import { css, cssString, type SafeHtml, trusted } from '../../kernel/html.ts';
import type { Labels } from '../labels/index.ts';
import { typeSize } from './type-size.ts';

const MILLIMETRE = 72 / 25.4;
const TOP = 17;
const BOTTOM = 18;

/** The margins in points. */
export const MARGINS = { top: TOP * MILLIMETRE, bottom: BOTTOM * MILLIMETRE };

/** What stands in the margins of the pages. */
export interface RunningTexts {
  /** On every page but the first. */
  title: string;
  /** On every page; null for none. */
  footer: string | null;
  /** Millimetres above the first page's content. */
  firstMargin: number;
}

/**
 * The paper: size, margins, running title and page numbers. The margin boxes of `@page` carry the running texts, so they are set in
 * the page's own font; a user's text reaches them as a CSS string only. Left and right margins are the document's own (base-style.ts),
 * so that a head may reach the edges of the paper.
 */
export function pageStyle({ title, footer, firstMargin }: RunningTexts, { page, pageOf }: Labels, family: FamilyName): SafeHtml {
  const font = trusted(stackOf(family));
  const size = typeSize(7.5, family);
  return css`
    @page {
      size: A4;
      margin: ${trusted(`${TOP}mm 0 ${BOTTOM}mm`)};
      @top-left {
        content: ${cssString(title)};
        padding: 0 14mm;
        font: 400 ${size} ${font};
        color: #6b7280;
      }
      @bottom-left {
        content: ${footer === null ? trusted('none') : cssString(footer)};
        width: 150mm;
        padding: 0 0 0 14mm;
        white-space: pre-line;
        font: 400 ${typeSize(7, family)} / 1.4 ${font};
        color: #6b7280;
      }
      @bottom-right {
        content: ${cssString(`${page} `)} counter(page) ${cssString(` ${pageOf} `)} counter(pages);
        padding-right: 14mm;
        font: 400 ${size} ${font};
        color: #6b7280;
      }
    }
    @page :first {
      margin-top: ${trusted(String(firstMargin))}mm;
      @top-left {
        content: none;
      }
    }
  `;
}

/** For paper alone: what stands in the window of the browser that prints is looked at by nobody, and so is not laid out there. */
export const paperStyle: SafeHtml = css`
  @media screen {
    body > * {
      display: none !important;
    }
  }
`;

/** The sheet of paper that a preview shows in a browser's window. */
export const screenStyle: SafeHtml = css`
  @media screen {
    html {
      background: #e5e7eb;
    }
    body {
      position: relative;
      isolation: isolate;
      width: 210mm;
      min-height: 297mm;
      margin: 8mm auto;
      padding-bottom: 18mm;
      background: #ffffff;
    }
  }
`;
