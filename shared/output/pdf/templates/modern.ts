import { css, html } from '#shared/base/kernel/html.ts';
import { modernStyle } from './modern-style.ts';
import { templateFrom } from './page.ts';

/** The modern template: a tinted head up to the edge of the paper, tinted cards, the amount to pay on the accent colour. */
export const modern = templateFrom('modern', {
  weights: [300, 400, 600],
  firstMargin: 0,
  style: ({ configuration }) => modernStyle(configuration),
  panels: css`
    .totals .grand {
      color: #ffffff !important;
      background-color: var(--panel) !important;
    }
    .totals .grand > * {
      color: #ffffff !important;
      background-color: transparent !important;
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
    <div class="band">
      <header class="masthead">${heading}${logo}</header>
      ${dates}
    </div>
    ${air}${parties}${references}${transport}${air}${lines}${air}${summary}${closing}${people}${signatures}${footer}
  `,
});
