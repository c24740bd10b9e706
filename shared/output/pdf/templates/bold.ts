import { css, html } from '#shared/base/kernel/html.ts';
import { boldStyle } from './bold-style.ts';
import { templateFrom } from './page.ts';

/** The bold template: a head of solid colour up to the edge of the paper, heavy font, the amount to pay as a block. */
export const bold = templateFrom('bold', {
  weights: [400, 600, 800],
  firstMargin: 0,
  style: ({ configuration }) => boldStyle(configuration),
  panels: css`
    .masthead,
    .totals .grand {
      color: #ffffff !important;
      background-color: var(--panel) !important;
    }
    .dates,
    .lines thead th {
      color: #ffffff !important;
      background-color: var(--night) !important;
    }
    .masthead *,
    .totals .grand > *,
    .dates * {
      color: #ffffff !important;
      background-color: transparent !important;
    }
    .masthead .logo {
      background-color: #ffffff !important;
    }
  `,
  arrange: ({
    air,
    logo,
    heading,
    dates,
    parties,
    references,
    transport,
    lines,
    summary,
    closing,
    people,
    signatures,
    footer,
  }) => html`
    <header class="masthead">${heading}${logo}</header>
    ${dates}${air}${parties}${references}${transport}${air}${lines}${air}${summary}${closing}${people}${signatures}${footer}
  `,
});
