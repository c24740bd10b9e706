import { type FamilyName, stackOf } from '../css/families.ts';
import { css, cssString, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';
import type { Labels } from '../labels/index.ts';
import { typeSize } from './type-size.ts';

const MILLIMETRE = 72 / 25.4;
const TOP = 17;
const BOTTOM = 18;
/** The height of A4 paper in millimetres. */
const HEIGHT = 297;

/** The page margins in points. */
export const MARGINS = { top: TOP * MILLIMETRE, bottom: BOTTOM * MILLIMETRE };

/** The heights in millimetres that the first page, and each other one, has for the document. */
export const roomsOf = (firstMargin: number): string => `${HEIGHT - firstMargin - BOTTOM} ${HEIGHT - TOP - BOTTOM}`;

/** The texts in the margins of pages. */
export interface RunningTexts {
  /** On every page except the first. */
  title: string;
  /** On every page; null = none. */
  footer: string | null;
  /** The top margin of the first page, in millimetres. */
  firstMargin: number;
}

/**
 * The style of the paper: size, margins, running title and page numbers. Running texts are in the margin boxes of `@page`, which
 * use the fonts of the page; texts of users get there only as CSS strings. Left and right margins are those of the content
 * (base-style.ts), so that a head may reach the edges of the paper.
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

/**
 * Moves the blocks of a short document apart, into what it leaves empty of its only page and never onto a second one. Long documents
 * are laid out as plain blocks, which takes less time.
 *
 * @param firstMargin the top margin of the first page, in millimetres
 */
export const airStyle = (firstMargin: number): SafeHtml => css`
  .short {
    display: flex;
    flex-direction: column;
    /* A millimetre less than the page, so that rounding never makes a second page. */
    min-height: ${trusted(String(HEIGHT - firstMargin - BOTTOM - 1))}mm;
  }
  .short > * {
    flex: none;
  }
  .short > .air {
    flex: 1 0 0;
    max-height: 9mm;
  }
`;

/** For printing only: saves the layout in the browser's window, which nobody sees. */
export const paperStyle: SafeHtml = css`
  @media screen {
    body > * {
      display: none !important;
    }
  }
`;

/** For previews: shows a sheet of paper in the browser's window. */
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
