import { css, html } from '#shared/base/kernel/html.ts';
import { minimalStyle } from './minimal-style.ts';
import { templateFrom } from './page.ts';

/** The minimal template: white space, hairlines, labels in small capitals. */
export const minimal = templateFrom('minimal', {
  weights: [300, 400, 600],
  firstMargin: 16,
  style: ({ configuration }) => minimalStyle(configuration),
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
    <header class="masthead">${heading}${logo}</header>
    ${air}
    <div class="facts">${dates}${parties}</div>
    ${references}${transport}${air}${lines}${air}${summary}${closing}${people}${signatures}${footer}
  `,
});
