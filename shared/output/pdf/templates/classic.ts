import { css, html } from '#shared/base/kernel/html.ts';
import { classicStyle } from './classic-style.ts';
import { templateFrom } from './page.ts';

/** The classic template: white background, one accent colour, aligned figures. */
export const classic = templateFrom('classic', {
  weights: [400, 600],
  firstMargin: 14,
  style: ({ configuration }) => classicStyle(configuration),
  panels: css``,
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
    <header class="masthead">${logo}${heading}</header>
    ${dates}${air}${parties}${references}${transport}${air}${lines}${air}${summary}${closing}${people}${signatures}${footer}
  `,
});
