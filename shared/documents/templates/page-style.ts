import { FONT_FAMILY } from '../fonts.ts';
import { css, cssString, type SafeHtml } from '../html.ts';
import type { Labels } from '../labels/index.ts';

/**
 * What every template has in common: paper, page numbers, running title, type, and the marks of drafts and cancelled
 * documents. The margin boxes of `@page` carry the running texts, so they are set in the page's own font; a user's text
 * reaches them as a CSS string only.
 */
export function pageStyle(runningTitle: string, { page, pageOf }: Labels): SafeHtml {
  const family = cssString(FONT_FAMILY);
  return css`
    @page {
      size: A4;
      margin: 17mm 14mm 18mm;
      @top-left {
        content: ${cssString(runningTitle)};
        font: 400 7.5pt ${family};
        color: #6b7280;
      }
      @bottom-right {
        content: ${cssString(`${page} `)} counter(page) ${cssString(` ${pageOf} `)} counter(pages);
        font: 400 7.5pt ${family};
        color: #6b7280;
      }
    }
    @page :first {
      margin-top: 14mm;
      @top-left {
        content: none;
      }
    }
    * {
      box-sizing: border-box;
      margin: 0;
      padding: 0;
    }
    body {
      font:
        400 8.5pt/1.45 ${family},
        sans-serif;
      font-variant-numeric: tabular-nums lining-nums;
      overflow-wrap: anywhere;
      print-color-adjust: exact;
    }
    address {
      font-style: normal;
    }
    table {
      border-collapse: collapse;
    }
    .typed {
      white-space: pre-line;
    }
    .figure {
      text-align: right;
      white-space: nowrap;
    }
    .watermark {
      position: fixed;
      inset: 0;
      z-index: -1;
      display: flex;
      align-items: center;
      justify-content: center;
    }
    .watermark span {
      font-size: 118pt;
      font-weight: 600;
      color: #eff1f4;
      transform: rotate(-36deg);
      white-space: nowrap;
    }
  `;
}
